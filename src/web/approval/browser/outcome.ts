import type { ApprovalPageData } from '../approval-page.ts';
import { element } from './element.ts';
import { showScreen } from './screen.ts';

interface Outcome {
  readonly mark: 'yes' | 'no' | 'late';
  readonly title: string;
  readonly text: string;
}

function outcomeOf({ applicationName }: ApprovalPageData, status: ApprovalPageData['status']): Outcome {
  switch (status) {
    case 'approved':
    case 'redeemed':
      return {
        mark: 'yes',
        title: 'Approved',
        text: `${applicationName} is connected. You can disconnect it at any time in your account.`,
      };
    case 'rejected':
      return {
        mark: 'no',
        title: 'Declined',
        text: `${applicationName} was not connected. If you did not start this, there is nothing more to do.`,
      };
    case 'expired':
    case 'pending':
      return {
        mark: 'late',
        title: 'Request expired',
        text: `This request has expired. Go back to ${applicationName} and start again.`,
      };
  }
}

/** Shows how the request ended, and a link returnTo to the application. */
export function showOutcome(data: ApprovalPageData, status: ApprovalPageData['status'], returnTo?: string): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, text } = outcomeOf(data, status);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    ...nextSteps(data, returnTo),
  );
}

function nextSteps({ applicationName, responseMode }: ApprovalPageData, returnTo: string | undefined): HTMLElement[] {
  if (returnTo !== undefined)
    return [
      element('p', {}, element('a', { class: 'button primary', href: returnTo }, `Continue to ${applicationName}`)),
    ];
  return responseMode === 'query'
    ? [element('p', {}, 'Go back to your other screen. It continues automatically.')]
    : [element('p', { class: 'quiet' }, 'You can close this page.')];
}

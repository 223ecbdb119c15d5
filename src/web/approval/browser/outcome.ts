import type { ApprovalPageData } from '../approval-page.ts';
import { element } from './element.ts';
import { showScreen } from './screen.ts';

interface Outcome {
  readonly mark: 'yes' | 'no' | 'late';
  readonly title: string;
  readonly text: string;
}

/** How a request ended. `wrong_code`: the approver picked another code than the requesting screen shows. */
export type RequestEnd = ApprovalPageData['status'] | 'wrong_code';

function outcomeOf({ applicationName }: ApprovalPageData, end: RequestEnd): Outcome {
  switch (end) {
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
    case 'wrong_code':
      return {
        mark: 'no',
        title: 'Wrong code',
        text: `The other screen shows a different code, so this request was ended and nothing was connected. If you started it, go back to ${applicationName} and start again. If you did not, somebody may have tried to sign in as you.`,
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

/** Shows how the request ended, and a link back to the application. */
export function showOutcome(data: ApprovalPageData, end: RequestEnd, returnTo?: string): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, text } = outcomeOf(data, end);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    ...(end === 'wrong_code' ? [closeHint()] : nextSteps(data, returnTo)),
  );
}

function nextSteps({ applicationName, responseMode }: ApprovalPageData, returnTo: string | undefined): HTMLElement[] {
  if (returnTo !== undefined)
    return [
      element('p', {}, element('a', { class: 'button primary', href: returnTo }, `Continue to ${applicationName}`)),
    ];
  return responseMode === 'query'
    ? [element('p', {}, 'Go back to your other screen. It continues automatically.')]
    : [closeHint()];
}

const closeHint = (): HTMLElement => element('p', { class: 'quiet' }, 'You can close this page.');

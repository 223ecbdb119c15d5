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

export interface ReturnLink {
  /** URL of the application that the requesting browser returns to. */
  readonly address: string;
  /** Whether this browser started the request. */
  readonly sameBrowser: boolean;
}

/** Shows how the request ended, and a link back to the application. */
export function showOutcome(data: ApprovalPageData, status: ApprovalPageData['status'], back?: ReturnLink): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, text } = outcomeOf(data, status);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    ...nextSteps(data, back),
  );
}

function nextSteps({ applicationName }: ApprovalPageData, back: ReturnLink | undefined): HTMLElement[] {
  if (!back) return [element('p', { class: 'quiet' }, 'You can close this page.')];
  if (back.sameBrowser)
    return [
      element('p', {}, element('a', { class: 'button primary', href: back.address }, `Continue to ${applicationName}`)),
    ];
  return [
    element('p', {}, 'Go back to your other screen. It continues automatically.'),
    element(
      'p',
      { class: 'quiet' },
      element('a', { href: back.address }, `Continue to ${applicationName} here instead`),
    ),
  ];
}

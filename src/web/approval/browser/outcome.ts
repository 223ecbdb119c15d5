import type { ApprovalPageData } from '../approval-document.ts';
import { element } from './element.ts';
import { show } from './screen.ts';

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
        text: `${applicationName} is connected. You can disconnect it at any time under your connections.`,
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
        title: 'Too late',
        text: `This request has expired. Go back to ${applicationName} and start again.`,
      };
  }
}

/** Says how it ended. @param returnTo where the asking browser goes on */
export function showOutcome(data: ApprovalPageData, status: ApprovalPageData['status'], returnTo?: string): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, text } = outcomeOf(data, status);
  show(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    returnTo === undefined
      ? element('p', { class: 'quiet' }, 'You can close this page.')
      : element(
          'p',
          {},
          element('a', { class: 'button primary', href: returnTo }, `Continue to ${data.applicationName}`),
        ),
  );
}

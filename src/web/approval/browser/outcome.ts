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

export interface WayBack {
  /** Where the asking browser goes on. */
  readonly address: string;
  /** This is the browser that asked. */
  readonly asked: boolean;
}

/** Says how it ended, and where it goes on. */
export function showOutcome(data: ApprovalPageData, status: ApprovalPageData['status'], back?: WayBack): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, text } = outcomeOf(data, status);
  show(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    ...wayOn(data, back),
  );
}

function wayOn({ applicationName }: ApprovalPageData, back: WayBack | undefined): HTMLElement[] {
  if (!back) return [element('p', { class: 'quiet' }, 'You can close this page.')];
  if (back.asked)
    return [
      element('p', {}, element('a', { class: 'button primary', href: back.address }, `Continue to ${applicationName}`)),
    ];
  return [
    element('p', {}, 'Go back to your other screen: it goes on by itself.'),
    element(
      'p',
      { class: 'quiet' },
      element('a', { href: back.address }, `Continue to ${applicationName} here instead`),
    ),
  ];
}

import type { ApprovalPageData } from '../approval-page.ts';
import { element } from './element.ts';
import { translated } from './language.ts';
import { showScreen } from './screen.ts';

interface Outcome {
  readonly mark: 'yes' | 'no' | 'late';
  readonly title: string;
  readonly explanation: string;
}

/** How a request ended. `wrong_code`: the approver picked another code than the requesting screen shows. */
export type RequestEnd = ApprovalPageData['status'] | 'wrong_code' | 'foreign_key' | 'stolen_key';

/** Ends after which the person starts again at the other screen, by the error code of the decision. */
const refusedEnds: Readonly<Record<string, RequestEnd>> = {
  comparison_failed: 'wrong_code',
  key_of_another_owner: 'foreign_key',
  key_compromised: 'stolen_key',
};

/** Returns how a refused decision ended its request; undefined when it did not. */
export const refusedEnd = (code: string): RequestEnd | undefined => refusedEnds[code];

function outcomeOf({ applicationName }: ApprovalPageData, end: RequestEnd): Outcome {
  const named = { application: applicationName };
  switch (end) {
    case 'approved':
    case 'redeemed':
      return {
        mark: 'yes',
        title: translated('approved'),
        explanation: translated('approvedText', named),
      };
    case 'rejected':
      return {
        mark: 'no',
        title: translated('declined'),
        explanation: translated('declinedText', named),
      };
    case 'wrong_code':
      return {
        mark: 'no',
        title: translated('wrongCode'),
        explanation: translated('wrongCodeText', named),
      };
    case 'foreign_key':
      return {
        mark: 'no',
        title: translated('foreignKey'),
        explanation: translated('foreignKeyText', named),
      };
    case 'stolen_key':
      return {
        mark: 'no',
        title: translated('stolenKey'),
        explanation: translated('stolenKeyText', named),
      };
    case 'expired':
    case 'pending':
      return {
        mark: 'late',
        title: translated('expired'),
        explanation: translated('expiredText', named),
      };
  }
}

/** Shows how the request ended, and a link back to the application. */
export function showOutcome(data: ApprovalPageData, end: RequestEnd, returnTo?: string): void {
  document.getElementById('other-device')?.remove();
  const { mark, title, explanation } = outcomeOf(data, end);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, explanation),
    ...(returnTo === undefined && Object.values(refusedEnds).includes(end) ? [closeHint()] : nextSteps(data, returnTo)),
  );
}

function nextSteps({ applicationName, responseMode }: ApprovalPageData, returnTo: string | undefined): HTMLElement[] {
  if (returnTo !== undefined)
    return [
      element(
        'p',
        {},
        element(
          'a',
          { class: 'button primary', href: returnTo },
          translated('continueTo', { application: applicationName }),
        ),
      ),
    ];
  return responseMode !== 'json' ? [element('p', {}, translated('otherScreenContinues'))] : [closeHint()];
}

const closeHint = (): HTMLElement => element('p', { class: 'quiet' }, translated('closePage'));

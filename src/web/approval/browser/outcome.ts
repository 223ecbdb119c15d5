import type { ApprovalPageData } from '../pages.ts';
import { element, showScreen } from './screen.ts';
import { translated } from './language.ts';

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

function outcomeOf({ applicationName, facts: { agentName } }: ApprovalPageData, end: RequestEnd): Outcome {
  const named = { application: agentName === null ? applicationName : translated('agentName', { name: agentName }) };
  switch (end) {
    case 'approved':
    case 'redeemed':
      return { mark: 'yes', title: translated('approved'), explanation: translated('approvedText', named) };
    case 'rejected':
      return { mark: 'no', title: translated('declined'), explanation: translated('declinedText', named) };
    case 'wrong_code':
      return { mark: 'no', title: translated('wrongCode'), explanation: translated('wrongCodeText') };
    case 'foreign_key':
      return { mark: 'no', title: translated('foreignKey'), explanation: translated('foreignKeyText', named) };
    case 'stolen_key':
      return { mark: 'no', title: translated('stolenKey'), explanation: translated('stolenKeyText', named) };
    case 'expired':
    case 'pending':
      return { mark: 'late', title: translated('expired'), explanation: translated('expiredText') };
  }
}

/** Another person, another tab or another device may have decided: who, the page does not say. */
const decidedElsewhere = (): Outcome => ({
  mark: 'late',
  title: translated('answered'),
  explanation: translated('answeredText'),
});

interface DecidedRequest {
  /** URL of the application with the response; undefined for everybody but the requesting browser. */
  readonly returnTo?: string | undefined;
  /** Whether the person at this tab decided. */
  readonly decidedHere: boolean;
}

/** Shows how the request ended, and how the person goes on. */
export function showOutcome(data: ApprovalPageData, end: RequestEnd, { returnTo, decidedHere }: DecidedRequest): void {
  document.getElementById('other-device')?.remove();
  const decided = end === 'approved' || end === 'redeemed' || end === 'rejected';
  const elsewhere = decided && !decidedHere && returnTo === undefined;
  const { mark, title, explanation } = elsewhere ? decidedElsewhere() : outcomeOf(data, end);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, explanation),
    elsewhere ? undefined : nextStep(data, end, returnTo),
    element('p', { class: 'next' }, element('a', { href: '/owner' }, translated('seeAgents'))),
  );
}

function nextStep(data: ApprovalPageData, end: RequestEnd, returnTo: string | undefined): HTMLElement | undefined {
  const { applicationName: application, applicationOrigin, sameBrowser, terminal } = data;
  if (returnTo !== undefined) return linkButton(returnTo, translated('returnTo', { application }));
  const again = end !== 'approved' && end !== 'redeemed' && end !== 'rejected';
  if (applicationOrigin !== null && (sameBrowser || again))
    return linkButton(applicationOrigin, translated(again ? 'startAgainAt' : 'returnTo', { application }));
  if (end === 'rejected' || sameBrowser) return undefined;
  if (terminal) return paragraph(translated(again ? 'startAgainInTerminal' : 'terminalContinues'));
  return paragraph(translated(again ? 'startAgainThere' : 'otherScreenContinues'));
}

const paragraph = (text: string) => element('p', { class: 'next-step' }, text);

const linkButton = (href: string, text: string) =>
  element('p', {}, element('a', { class: 'button primary', href, rel: 'noreferrer' }, text));

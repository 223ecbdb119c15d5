import type { AuthorizationRequest, DecisionRequest } from '../../../../generated/sso/types.ts';
import { isolatedText } from '../../../protocol/terminal-text.ts';
import type { ApprovalPageData } from '../pages.ts';
import { actionButton, element, onSignedOut, PageError, showScreen } from './screen.ts';
import { translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { signInPanel } from './sign-in-panel.ts';
import { bodyOf, readOwner, sso } from './sso.ts';
import { recoveryNotice } from './recovery-codes.ts';
import { requestDetails, requestFacts, requestHeading, type Permissions, permissionText } from './request-facts.ts';
import { refusedEnd, type RequestEnd, showOutcome } from './outcome.ts';
import { confirm } from './dialogs.ts';
import { timeLeft } from './request-details.ts';

/** Runs the page at a deep link. */
export async function runApproval(data: ApprovalPageData): Promise<void> {
  const requestId = location.pathname.split('/').at(-1) ?? '';
  // A page that the browser kept would still ask, or offer a code that is redeemed already.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const show = (end: RequestEnd, returnTo?: string): void =>
    showOutcome(data, end, { returnTo, decidedHere: data.sameBrowser || wasDecidedHere(requestId) });
  if (data.status !== 'pending') return show(data.status);

  const watching = watchDecision(requestId, (status, returnTo) => {
    if (returnTo !== null) return returnToApplication(data, status, returnTo);
    show(status);
  });
  let notice: HTMLElement | undefined;
  const proceed = async (): Promise<void> => {
    const owner = await readOwner();
    if (owner === undefined) return showSignIn();
    notice = recoveryNotice(owner);
    const body = await bodyOf(sso.getAuthorizationRequest({ path: { requestId } }));
    const request = { ...body, applicationName: isolatedText(body.applicationName) };
    if (body.status === 'pending') await openRequest(request);
  };

  const signInTitle = translated('asksYouToSignIn', { application: data.applicationName });
  const showSignIn = (): void =>
    showScreen(
      ...(data.approvedBySignIn === null
        ? [requestHeading(data.facts, signInTitle), ...requestFacts(data.facts)]
        : [element('h1', {}, signInTitle), approvalNotice(data.approvedBySignIn)]),
      signInPanel(proceed, requestId),
      expiry(data),
    );

  const openRequest = async (request: AuthorizationRequest): Promise<void> => {
    if (request.assertionRequired !== false || request.clickRequired === true) return showRequest(request);
    // An own application of the platform that is approved already: signing in was all that was missing.
    const { clientId, dpopJkt } = request;
    const body = { decision: 'approve', clientId, dpopJkt } as const;
    const response = await sso.decideAuthorizationRequest({ path: { requestId }, body });
    if (await showRefusal(response)) return;
    if (response.status !== 200) return showRequest(request);
    await watching.poll();
  };

  /** Shows that the provider rejected the request instead of the person, who reads why before they return. */
  const showRefusal = async ({
    status,
    body,
  }: {
    readonly status: number;
    readonly body: object;
  }): Promise<boolean> => {
    const end = status === 409 && 'error' in body ? refusedEnd(String(body.error)) : undefined;
    if (end === undefined) return false;
    watching.stop();
    const decision = await readDecision(requestId).catch(() => undefined);
    showOutcome(data, end, { returnTo: decision?.returnTo ?? undefined, decidedHere: true });
    return true;
  };

  let picker: CodePicker | undefined;
  const showRequest = (request: AuthorizationRequest): void => {
    // Kept over a new sign-in, so that a picked code is not lost.
    if (request.comparison !== 'none') picker ??= createCodePicker(request);
    const decide = async (decision: Omit<DecisionRequest, 'clientId' | 'dpopJkt'>): Promise<void> => {
      const { clientId, dpopJkt } = request;
      const response = await sso.decideAuthorizationRequest({
        path: { requestId },
        body: { ...decision, clientId, dpopJkt },
      });
      if (await showRefusal(response)) return;
      // 409: decided on another device. 410: expired. The next poll shows it.
      if (response.status !== 409 && response.status !== 410) {
        await bodyOf(response);
        rememberDecision(requestId);
      }
      await watching.poll();
    };
    const approve = async (): Promise<void> => {
      const picked = picker === undefined ? {} : await picker.read();
      if (picked === undefined) return;
      // One click suffices for an own application that is approved already, where another site began the sign-in.
      if (request.assertionRequired === false) return decide({ decision: 'approve' });
      const assertion = await confirmWithPasskey({ action: 'approve_request', requestId });
      await decide({ decision: 'approve', ...picked, assertion });
    };
    showScreen(
      requestHeading(request, translated('connectQuestion', { application: request.applicationName })),
      notice,
      ...requestFacts(request),
      picker?.element ?? element('p', {}, startNotice(request)),
      element('details', { class: 'more' }, element('summary', {}, translated('details')), requestDetails(request)),
      element(
        'div',
        { class: 'decision' },
        actionButton(translated('decline'), 'decline', () => decide({ decision: 'reject' })),
        request.sameBrowserRequired === true ? undefined : actionButton(translated('approve'), 'approve', approve),
      ),
      expiry(data),
    );
  };

  onSignedOut(showSignIn);
  await proceed();
}

/** Returns the text of what signing in approves. */
const approvalNotice = (permissions: Permissions): HTMLElement =>
  element('p', {}, translated('signInApproves', { permissions: permissionText(permissions) }));

/** Returns the text that says who started the request. */
function startNotice({ applicationName: application, ...request }: AuthorizationRequest): string {
  if (request.sameBrowserRequired === true) return translated('startedInOtherBrowser', { application });
  return request.clickRequired === true ? translated('startedElsewhere', { application }) : translated('startedHere');
}

/** Shows the result, and returns the requesting browser to the application. */
function returnToApplication(data: ApprovalPageData, status: ApprovalPageData['status'], returnTo: string): void {
  showOutcome(data, status, { returnTo, decidedHere: true });
  location.assign(returnTo);
}

const expiry = ({ expiresAt }: ApprovalPageData): HTMLElement =>
  element('p', { class: 'quiet time-left' }, timeLeft(expiresAt));

type PickedCode = Pick<DecisionRequest, 'comparisonCode' | 'withoutComparison'>;

interface CodePicker {
  readonly element: HTMLElement;
  /**
   * Returns the picked code; undefined when the user reconsiders an approval without a code.
   *
   * @throws PageError when nothing is picked
   */
  readonly read: () => Promise<PickedCode | undefined>;
}

/** Value of the choice for a screen without a code. */
const noCode = 'none';

/** Creates the choice among three comparison codes, of which the requesting screen shows one (RFC 10027). */
function createCodePicker({ comparison, comparisonChoices }: AuthorizationRequest): CodePicker {
  const inputs = [...comparisonChoices, ...(comparison === 'optional' ? [noCode] : [])].map((value) =>
    element('input', { type: 'radio', name: 'comparison-code', value, id: `code-${value}` }),
  );
  const picked = () => inputs.find(({ checked }) => checked)?.value;
  const picker = element(
    'fieldset',
    { class: 'comparison code-picker' },
    element('legend', { class: 'comparison-label' }, translated('whichCode')),
    ...inputs.map((input) =>
      element(
        'label',
        { class: input.value === noCode ? 'code-choice without' : 'code-choice', for: input.id },
        input,
        input.value === noCode ? translated('noCode') : element('span', { class: 'code-text' }, input.value),
      ),
    ),
  );
  return {
    element: picker,
    read: async () => {
      const code = picked();
      if (code === undefined) {
        inputs[0]?.focus();
        throw new PageError(translated('pickCode'));
      }
      if (code !== noCode) return { comparisonCode: code };
      return (await confirmWithoutCode()) ? { withoutComparison: true } : undefined;
    },
  };
}

/** The second warning before an approval without comparison. */
const confirmWithoutCode = (): Promise<boolean> =>
  confirm({
    title: translated('withoutCodeQuestion'),
    explanation: translated('withoutCodeText'),
    yes: translated('withoutCode'),
  });

/** Milliseconds between two polls. */
const interval = 2_000;

type OnDecision = (status: ApprovalPageData['status'], returnTo: string | null) => void;

interface DecisionWatch {
  /** Polls immediately. */
  readonly poll: () => Promise<void>;
  /** Ends the polling without a call of `onDecision`. */
  readonly stop: () => void;
}

interface Decided extends Pick<ApprovalPageData, 'status'> {
  readonly returnTo: string | null;
}

/** Reads how a request was decided; undefined when the provider cannot say. */
async function readDecision(requestId: string): Promise<Decided | undefined> {
  const response = await fetch(`/approve/${requestId}/status`, { headers: { accept: 'application/json' } });
  return response.ok || response.status === 404 ? ((await response.json()) as Decided) : undefined;
}

/**
 * Polls until the request is decided or expired, then calls `onDecision` once.
 *
 * @param onDecision receives the status, and the application's URL for the browser that sent the request
 */
function watchDecision(requestId: string, onDecision: OnDecision): DecisionWatch {
  let ended = false;
  const poll = async (): Promise<void> => {
    const decision = await readDecision(requestId);
    if (ended || decision === undefined || decision.status === 'pending') return;
    ended = true;
    onDecision(decision.status, decision.returnTo);
  };
  const repeat = async (): Promise<void> => {
    // The next poll repeats a failed request.
    await poll().catch(() => undefined);
    if (!ended) setTimeout(() => void repeat(), interval);
  };
  setTimeout(() => void repeat(), interval);
  return {
    poll,
    stop: () => {
      ended = true;
    },
  };
}

const keyOf = (requestId: string): string => `decided:${requestId}`;

/**
 * Remembers that the person at this tab decided a request, so that a reload and the browser's Back say so. Everybody else
 * with the link only learns that it was decided.
 */
function rememberDecision(requestId: string): void {
  try {
    sessionStorage.setItem(keyOf(requestId), '1');
  } catch {
    // Without storage a reload shows the neutral text.
  }
}

function wasDecidedHere(requestId: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(requestId)) !== null;
  } catch {
    return false;
  }
}

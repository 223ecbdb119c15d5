import type { AuthorizationRequest, DecisionRequest } from '../../../../generated/sso/types.ts';
import { isolatedText } from '../../../protocol/unsafe-characters.ts';
import type { ApprovalPageData } from '../approval-page.ts';
import { type CodePicker, createCodePicker } from './code-picker.ts';
import { element } from './element.ts';
import { formatCountdown } from './format.ts';
import { translated, textParts } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { type Permissions, permissionText } from './permission-text.ts';
import { networkOf } from '../place-text.ts';
import { readOwner } from './read-owner.ts';
import { recoveryNotice } from './recovery-notice.ts';
import { requestDetails } from './request-details.ts';
import { refusedEnd, showOutcome } from './outcome.ts';
import { SignedOutError } from './page-error.ts';
import { actionButton, onSignedOut, showError, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { responseError, sso } from './sso.ts';
import { readDecision, watchDecision } from './watch-decision.ts';

/** Runs the page at a deep link. */
export async function runApproval(data: ApprovalPageData): Promise<void> {
  const requestId = location.pathname.split('/').at(-1) ?? '';
  if (data.status !== 'pending') return showOutcome(data, data.status);

  const watching = watchDecision(requestId, (status, returnTo) => {
    if (returnTo !== null) return returnToApplication(data, status, returnTo);
    showOutcome(data, status);
  });
  let notice: HTMLElement | undefined;
  const proceed = async (): Promise<void> => {
    const owner = await readOwner();
    if (owner === undefined) return showSignIn();
    notice = recoveryNotice(owner);
    const response = await sso.getAuthorizationRequest({ path: { requestId } });
    if (response.status !== 200) throw responseError(response);
    const { body } = response;
    const request = { ...body, applicationName: isolatedText(body.applicationName) };
    if (body.status === 'pending') await openRequest(request);
  };

  const showSignIn = (): void =>
    showScreen(
      element('h1', {}, translated('asksYouToSignIn', { application: data.applicationName })),
      data.approvedBySignIn === null ? undefined : approvalNotice(data.approvedBySignIn),
      signInPanel(proceed, requestId),
      timeLeft(data.expiresAt),
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
    showOutcome(data, end, decision?.returnTo ?? undefined);
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
      if (response.status !== 200 && response.status !== 409 && response.status !== 410) throw responseError(response);
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
      element('h1', {}, translated('connectQuestion', { application: request.applicationName })),
      notice,
      element('p', {}, translated('itCan', { permissions: permissionText(request) })),
      request.selfRegistered === true ? originNotice(request) : undefined,
      request.differentNetwork ? networkWarning(request) : undefined,
      picker?.element ?? element('p', {}, startNotice(request)),
      requestDetails(request),
      element(
        'div',
        { class: 'decision' },
        actionButton(translated('decline'), 'decline', () => decide({ decision: 'reject' })),
        request.sameBrowserRequired === true ? undefined : actionButton(translated('approve'), 'approve', approve),
      ),
      timeLeft(data.expiresAt),
    );
  };

  const signedOut = (): void => {
    showSignIn();
    showError(new SignedOutError().message);
  };

  onSignedOut(signedOut);
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
  showOutcome(data, status, returnTo);
  location.assign(returnTo);
}

/** Creates the notice about a self-registered application: its hosts, because nobody has verified the name that it claims. */
function originNotice({ metadataHost, redirectUri }: AuthorizationRequest): HTMLElement {
  const title = element('strong', {}, translated('selfRegisteredTitle'));
  const strong = (host: string) => element('strong', {}, host);
  const returnsTo = redirectUri === null ? null : URL.parse(redirectUri);
  const parts = (): readonly (Node | string)[] => {
    if (typeof metadataHost === 'string') return textParts('selfRegisteredFrom', { title, host: strong(metadataHost) });
    if (returnsTo === null) return textParts('selfRegistered', { title });
    return textParts('selfRegisteredReturn', { title, host: strong(returnsTo.host || returnsTo.protocol) });
  };
  return element('p', { class: 'notice' }, ...parts());
}

/** Warns that the request comes from another network than this device (RFC 10027). */
function networkWarning({ applicationName, place }: AuthorizationRequest): HTMLElement {
  const parts = textParts('otherNetwork', {
    title: element('strong', {}, translated('otherNetworkTitle')),
    network: networkOf(place.ipAddress),
    application: applicationName,
  });
  return element('p', { class: 'notice warning' }, ...parts);
}

function timeLeft(expiresAt: string): HTMLElement {
  const left = element('span', {});
  const tick = () => {
    left.textContent = formatCountdown(Date.parse(expiresAt) - Date.now());
    if (left.isConnected || Date.now() === started) setTimeout(tick, 1000);
  };
  const started = Date.now();
  left.textContent = formatCountdown(Date.parse(expiresAt) - started);
  setTimeout(tick, 1000);
  return element(
    'p',
    { class: 'quiet time-left', role: 'timer', 'aria-live': 'off' },
    ...textParts('expiresIn', { time: left }),
  );
}

import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import type { ApprovalPageData } from '../approval-document.ts';
import { comparison } from './comparison.ts';
import { element } from './element.ts';
import { countdown } from './format.ts';
import { requestDetails } from './request-details.ts';
import { showOutcome } from './outcome.ts';
import { actionButton, complain, show } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { explain, SignedOutError, sso } from './sso.ts';
import { watchDecision } from './watch-decision.ts';

/** Runs the page at a deep link. */
export async function runApproval(data: ApprovalPageData): Promise<void> {
  const requestId = location.pathname.split('/').at(-1) ?? '';
  if (data.status !== 'pending') return showOutcome(data, data.status);

  const watching = watchDecision(requestId, (status, returnTo) => {
    if (returnTo !== null && data.responseMode === 'query') return goOn(data, status, returnTo);
    showOutcome(data, status);
  });
  const proceed = async (): Promise<void> => {
    const answer = await sso.getAuthorizationRequest({ path: { requestId } });
    if (answer.status !== 200) throw explain(answer);
    if (answer.body.status === 'pending') showRequest(answer.body);
  };

  const showSignIn = (): void =>
    show(
      element('h1', {}, `${data.applicationName} asks you to sign in`),
      comparison(
        data.comparisonCode,
        data.responseMode === 'query'
          ? 'If you approve on another device, it must show the same code.'
          : 'It must be the same as on the screen where you started.',
      ),
      signInPanel(proceed),
      timeLeft(data.expiresAt),
    );

  const showRequest = (request: AuthorizationRequest): void => {
    const decide = (decision: 'approve' | 'reject') => async () => {
      const { clientId, dpopJkt } = request;
      const answer = await sso.decideAuthorizationRequest({
        path: { requestId },
        body: { decision, clientId, dpopJkt },
      });
      if (answer.status === 401) return signedOut();
      // Somebody else was faster, or time has run out: the page says so.
      if (answer.status !== 200 && answer.status !== 409 && answer.status !== 410) throw explain(answer);
      await watching.look();
    };
    show(
      element('h1', {}, `Connect ${request.applicationName}?`),
      element('p', {}, 'It will be able to act for you until you disconnect it.'),
      comparison(
        request.comparisonCode,
        data.responseMode === 'query' && data.sameBrowser
          ? 'Approve only if you started this here just now.'
          : 'Approve only if you started this, and the other screen shows the same code.',
      ),
      requestDetails(request),
      element(
        'div',
        { class: 'decision' },
        actionButton('Decline', 'decline', decide('reject')),
        actionButton('Approve', 'approve', decide('approve')),
      ),
      timeLeft(data.expiresAt),
    );
  };

  const signedOut = (): void => {
    showSignIn();
    complain(new SignedOutError().message);
  };

  const owner = await sso.getOwner();
  if (owner.status === 401) return showSignIn();
  if (owner.status !== 200) throw explain(owner);
  await proceed();
}

/** The asking browser goes on; another one only says that it is done. */
function goOn(data: ApprovalPageData, status: ApprovalPageData['status'], returnTo: string): void {
  showOutcome(data, status, { address: returnTo, asked: data.sameBrowser });
  if (data.sameBrowser) location.assign(returnTo);
}

function timeLeft(expiresAt: string): HTMLElement {
  const left = element('span', {});
  const tick = () => {
    left.textContent = countdown(Date.parse(expiresAt) - Date.now());
    if (left.isConnected || Date.now() === started) setTimeout(tick, 1000);
  };
  const started = Date.now();
  left.textContent = countdown(Date.parse(expiresAt) - started);
  setTimeout(tick, 1000);
  return element('p', { class: 'quiet time-left', role: 'timer', 'aria-live': 'off' }, 'This request ends in ', left);
}

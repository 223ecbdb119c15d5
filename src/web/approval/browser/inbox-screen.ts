import type { AuthorizationRequest, Owner, OwnerRequest } from '../../../../generated/sso/types.ts';
import { formatTime, translated } from './language.ts';
import { detailTexts, requestLines, requestTitle, type ShownRequest } from './request-details.ts';
import { pushSwitch } from './pushes.ts';
import { readRequests, requestList } from './requests.ts';
import { decisionButtons } from './request-decision.ts';
import { element, onSignedOut, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { bodyOf, readOwner, sso } from './sso.ts';

/** Number of decided requests that the inbox shows. */
const shownDecided = 20;
/** Milliseconds after which the page of a request looks whether it was decided elsewhere. */
const interval = 1_500;

/** Runs the inbox, `/owner/requests`. */
export const runInbox = (): Promise<void> => runSignedIn(translated('requests'), showInbox);

/** Runs the page of one request, `/owner/requests/{requestId}`, which a push opens. */
export async function runRequest(): Promise<void> {
  const requestId = location.pathname.split('/').at(-1) ?? '';
  await runSignedIn(translated('requests'), () => showRequest(requestId));
}

/** Shows a screen of the owner, after the sign-in where it is necessary. @param title of the sign-in */
async function runSignedIn(title: string, show: (owner: Owner) => Promise<void>): Promise<void> {
  const proceed = async (): Promise<void> => {
    const owner = await readOwner();
    if (owner === undefined) showSignIn();
    else await show(owner);
  };
  const showSignIn = (): void =>
    showScreen(element('h1', {}, title), element('p', {}, translated('requestsSignIn')), signInPanel(proceed));
  onSignedOut(showSignIn);
  await proceed();
}

async function showInbox({ sub }: Owner): Promise<void> {
  const [waiting, decided, pushes] = await Promise.all([readRequests(), readDecided(), pushSwitch(sub)]);
  const list = requestList(waiting, 'page-title');
  const empty = element('p', { class: 'empty' }, translated('noRequests'));
  const past = element('div', {}, decidedSection(decided));
  const showDecided = async () => past.replaceChildren(decidedSection(await readDecided()));
  let before = waiting.length;
  list.onCount((count) => {
    empty.hidden = count > 0;
    // What became of a request that disappears: it may have expired just before the person approved it.
    if (count < before) void showDecided().catch(() => undefined);
    before = count;
  });
  showScreen(
    element('h1', { id: 'page-title' }, translated('requests')),
    element('p', { class: 'quiet' }, translated('requestsText')),
    list.element,
    empty,
    pushes,
    element('p', {}, element('a', { href: '/owner/scan' }, translated('scanTitle'))),
    past,
  );
}

async function readDecided(): Promise<readonly OwnerRequest[]> {
  const { requests } = await bodyOf(sso.listOwnerRequests({ query: { limit: shownDecided } }));
  return requests.filter(({ state }) => state !== 'pending');
}

function decidedSection(decided: readonly OwnerRequest[]): HTMLElement | string {
  if (decided.length === 0) return '';
  return element(
    'section',
    { class: 'section', 'aria-labelledby': 'decided-title' },
    element('h2', { id: 'decided-title' }, translated('requestsDecided')),
    element('ul', { class: 'list activity', 'aria-labelledby': 'decided-title' }, ...decided.map(decidedEntry)),
  );
}

function decidedEntry(request: OwnerRequest): HTMLElement {
  const { bindingMessage, decidedAt, createdAt } = request;
  const asked = [...detailTexts(request).flat(), ...(bindingMessage === null ? [] : [bindingMessage])];
  return element(
    'li',
    {},
    element('strong', { dir: 'auto' }, requestTitle(request)),
    ...asked.map((text) => element('small', { dir: 'auto' }, text)),
    element(
      'small',
      {},
      translated('timeAndOutcome', { time: formatTime(decidedAt ?? createdAt), outcome: outcome(request) }),
    ),
  );
}

function outcome({ state, decidedBy }: OwnerRequest): string {
  if (decidedBy === 'budget') return translated('requestNotAsked');
  if (decidedBy === 'mandate') return translated('requestByMandate');
  if (state === 'expired') return translated('expired');
  return translated(state === 'approved' ? 'approved' : 'declined');
}

async function showRequest(requestId: string): Promise<void> {
  const read = () => bodyOf(sso.getAuthorizationRequest({ path: { requestId } }));
  const first = await read();
  // A sign-in has a page of its own.
  if (first.bindingMessage === undefined) return location.replace(`/approve/${requestId}`);
  const end = (status: AuthorizationRequest['status']): void => {
    if (status !== 'pending') showEnd(status);
  };
  if (first.status !== 'pending') return showEnd(first.status);
  const request = shownRequest(requestId, first);
  const { decline, approve, lasting } = decisionButtons(request, async () => end((await read()).status));
  const title = element('h1', { dir: 'auto' }, requestTitle(request));
  showScreen(
    title,
    ...requestLines(request),
    element('p', { class: 'quiet' }, translated('requestsText')),
    element('div', { class: 'actions' }, ...lasting),
    element('div', { class: 'decision' }, decline, approve),
  );
  const follow = (): void => {
    setTimeout(() => {
      if (!title.isConnected) return;
      void read()
        .then(({ status }) => title.isConnected && end(status))
        // The next round repeats a failed request.
        .catch(() => undefined)
        .then(follow);
    }, interval);
  };
  follow();
}

const shownRequest = (requestId: string, request: AuthorizationRequest): ShownRequest => ({
  requestId,
  client: { clientId: request.clientId, name: request.applicationName, iconUrl: request.iconUrl ?? null },
  agent: { jkt: request.dpopJkt, name: request.agentName },
  bindingMessage: request.bindingMessage ?? null,
  authorizationDetails: request.authorizationDetails ?? [],
  ...(request.detailSentences && { detailSentences: request.detailSentences }),
  place: request.place,
  createdAt: request.requestedAt,
  expiresAt: request.expiresAt,
  state: 'pending',
});

function showEnd(status: Exclude<AuthorizationRequest['status'], 'pending'>): void {
  const [mark, title, text] =
    status === 'approved'
      ? (['yes', translated('approved'), translated('requestApproved')] as const)
      : status === 'rejected'
        ? (['no', translated('declined'), translated('requestDeclined')] as const)
        : (['late', translated('expired'), translated('requestExpired')] as const);
  showScreen(
    element('div', { class: `outcome ${mark}`, 'aria-hidden': 'true' }),
    element('h1', {}, title),
    element('p', {}, text),
    element('p', { class: 'next' }, element('a', { href: '/owner/requests' }, translated('seeRequests'))),
  );
}

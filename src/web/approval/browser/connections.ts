import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { placeText } from '../place-text.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { askForName } from './rename.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Renders the applications and agents that can act for the user, helpers below the agent that they help. */
export function connections(sessions: readonly ConnectedSession[], nextCursor: string | null): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': 'Connected applications and agents' });
  const empty = element('p', { class: 'empty' }, 'No application or agent is connected.');
  const section = element('div', {}, list, empty);
  const refresh = () => (empty.hidden = list.childElementCount > 0);
  /** Lists of helpers by the session of their agent. */
  const helpers = new Map<string, HTMLElement>();
  const waiting: { readonly parent: string | undefined; readonly item: HTMLElement }[] = [];
  const add = (more: readonly ConnectedSession[], cursor: string | null) => {
    const entries = more.map((session) => {
      const below = element('ul', { class: 'helpers', 'aria-label': `Helpers of ${nameOf(session)}` });
      helpers.set(session.sessionId, below);
      // Its helpers are disconnected with it.
      const gone = (item: HTMLElement) => {
        item.remove();
        refresh();
      };
      return { session, item: entry(session, below, gone) };
    });
    // An agent is older than its helpers, so it may be on a later page, and its helpers move below it then.
    for (const { session, item } of entries) {
      waiting.push({ parent: session.parentSessionId, item });
      list.append(item);
    }
    for (const { parent, item } of waiting)
      if (parent !== undefined && section.contains(item)) helpers.get(parent)?.append(item);
    if (cursor !== null) section.append(olderButton(cursor, add));
    refresh();
  };
  add(sessions, nextCursor);
  return section;
}

type Add = (sessions: readonly ConnectedSession[], nextCursor: string | null) => void;

function olderButton(cursor: string, add: Add): HTMLButtonElement {
  const button = actionButton('Show older ones', 'plain', async () => {
    const response = await sso.listConnectedSessions({ query: { limit: 100, cursor } });
    if (response.status !== 200) throw responseError(response);
    button.remove();
    add(response.body.sessions, response.body.nextCursor);
  });
  return button;
}

const nameOf = ({ name, applicationName }: ConnectedSession): string => name ?? applicationName;

function entry(session: ConnectedSession, helpers: HTMLElement, gone: (item: HTMLElement) => void): HTMLElement {
  const { applicationName, sessionId, agentName, lastPlace, parentSessionId, scope } = session;
  const shownName = nameOf(session);
  const disconnect = actionButton('Disconnect', 'plain', async () => {
    const confirmed = await confirm({
      title: `Disconnect ${shownName}?`,
      text: 'The platform refuses it within seconds, and servers that check tokens on their own within 15 minutes. It has to ask you again before it can act for you.',
      yes: 'Disconnect',
    });
    if (!confirmed) return;
    const response = await sso.revokeConnectedSession({ path: { sessionId } });
    // Already ended on another page, or expired.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    gone(item);
  });
  disconnect.setAttribute('aria-label', `Disconnect ${shownName}, connected ${formatTime(session.createdAt)}`);
  const item = element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, shownName),
      session.name === null ? undefined : element('small', {}, applicationName),
      parentSessionId === undefined
        ? undefined
        : element('small', {}, `Helper of an agent, limited to ${limits(scope)}`),
      agentName === null ? undefined : element('small', {}, `Calls itself “${agentName}”`),
      element(
        'small',
        {},
        `Last used ${formatTime(session.lastUsedAt)}${lastPlace === undefined ? '' : `, ${placeText(lastPlace)}`}`,
      ),
      element('small', {}, `Connected ${formatTime(session.createdAt)}`),
      keyText(session),
    ),
    element(
      'div',
      { class: 'actions' },
      renameButton(session, (renamed) => item.replaceWith(entry(renamed, helpers, gone))),
      disconnect,
    ),
    helpers,
  );
  return item;
}

/** Scopes of a helper without `openid`, which all have. */
const limits = (scope = ''): string =>
  scope
    .split(' ')
    .filter((one) => one !== 'openid')
    .join(', ');

function keyText({ keyFingerprint }: ConnectedSession): HTMLElement {
  if (keyFingerprint === null) return element('small', {}, 'Not bound to a key');
  const [first = '', second = ''] = keyFingerprint.split(' ');
  return element(
    'details',
    { class: 'raw' },
    element('summary', {}, `Key ${first} ${second} …`),
    element('code', {}, keyFingerprint),
  );
}

function renameButton(session: ConnectedSession, renamed: (session: ConnectedSession) => void): HTMLButtonElement {
  const { sessionId } = session;
  const shownName = nameOf(session);
  const button = actionButton('Rename', 'plain', async () => {
    const chosen = await askForName(`Rename ${shownName}`, shownName);
    if (chosen === undefined) return;
    const response = await sso.updateConnectedSession({ path: { sessionId }, body: { name: chosen } });
    if (response.status !== 200) throw responseError(response);
    renamed(response.body);
  });
  button.setAttribute('aria-label', `Rename ${shownName}, connected ${formatTime(session.createdAt)}`);
  return button;
}

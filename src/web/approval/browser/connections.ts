import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { placeText } from '../place-text.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { askForName } from './rename.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Renders the applications and agents that can act for the user. */
export function connections(sessions: readonly ConnectedSession[], nextCursor: string | null): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': 'Connected applications and agents' });
  const empty = element('p', { class: 'empty' }, 'No application or agent is connected.');
  const section = element('div', {}, list, empty);
  const refresh = () => (empty.hidden = list.childElementCount > 0);
  const add = (more: readonly ConnectedSession[], cursor: string | null) => {
    list.append(
      ...more.map((session) =>
        entry(session, (item) => {
          item.remove();
          refresh();
        }),
      ),
    );
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

function entry(session: ConnectedSession, gone: (item: HTMLElement) => void): HTMLElement {
  const { applicationName, sessionId, agentName, lastPlace } = session;
  const shownName = session.name ?? applicationName;
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
      renameButton(session, (renamed) => item.replaceWith(entry(renamed, gone))),
      disconnect,
    ),
  );
  return item;
}

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
  const { sessionId, name, applicationName } = session;
  const shownName = name ?? applicationName;
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

import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
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
  const { applicationName, sessionId, jkt } = session;
  const disconnect = actionButton('Disconnect', 'plain', async () => {
    const confirmed = await confirm({
      title: `Disconnect ${applicationName}?`,
      text: 'It has to ask you again before it can act for you.',
      yes: 'Disconnect',
    });
    if (!confirmed) return;
    const response = await sso.revokeConnectedSession({ path: { sessionId } });
    // Already ended on another page, or expired.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    gone(item);
  });
  disconnect.setAttribute('aria-label', `Disconnect ${applicationName}, connected ${formatTime(session.createdAt)}`);
  const item = element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, applicationName),
      element('small', {}, `Last used ${formatTime(session.lastUsedAt)}`),
      element('small', {}, `Connected ${formatTime(session.createdAt)}`),
      jkt === null
        ? element('small', {}, 'Not bound to a key')
        : element('small', {}, 'Key ', element('code', { title: jkt }, `${jkt.slice(0, 4)} ${jkt.slice(4, 8)} …`)),
    ),
    disconnect,
  );
  return item;
}

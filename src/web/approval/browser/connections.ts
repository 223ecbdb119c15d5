import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { moment } from './format.ts';
import { actionButton } from './screen.ts';
import { explain, sso } from './sso.ts';

/** The applications and agents that can act for the person. */
export function connections(sessions: readonly ConnectedSession[], nextCursor: string | null): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': 'Connected applications and agents' });
  const empty = element('p', { class: 'empty' }, 'Nothing is connected.');
  const section = element('section', { 'aria-label': 'Connections' }, list, empty);
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
    const answer = await sso.listConnectedSessions({ query: { limit: 100, cursor } });
    if (answer.status !== 200) throw explain(answer);
    button.remove();
    add(answer.body.sessions, answer.body.nextCursor);
  });
  return button;
}

function entry(session: ConnectedSession, gone: (item: HTMLElement) => void): HTMLElement {
  const { applicationName, sessionId, jkt } = session;
  const disconnect = actionButton('Disconnect', 'plain', async () => {
    const sure = await confirm({
      title: `Disconnect ${applicationName}?`,
      text: 'It has to ask you again before it can act for you.',
      yes: 'Disconnect',
    });
    if (!sure) return;
    const answer = await sso.revokeConnectedSession({ path: { sessionId } });
    // Gone already, from another page or by its end.
    if (answer.status !== 204 && answer.status !== 404) throw explain(answer);
    gone(item);
  });
  disconnect.setAttribute('aria-label', `Disconnect ${applicationName}, connected ${moment(session.createdAt)}`);
  const item = element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', {}, applicationName),
      element('small', {}, `Last used ${moment(session.lastUsedAt)}`),
      element('small', {}, `Connected ${moment(session.createdAt)}`),
      jkt === null
        ? element('small', {}, 'Not bound to a key')
        : element('small', {}, 'Key ', element('code', { title: jkt }, `${jkt.slice(0, 4)} ${jkt.slice(4, 8)} …`)),
    ),
    disconnect,
  );
  return item;
}

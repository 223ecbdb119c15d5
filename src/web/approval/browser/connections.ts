import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { avatar } from './avatar.ts';
import { confirm, endText, readEndPreview, renameButton } from './dialogs.ts';
import { actionButton, element } from './screen.ts';
import { formatList, formatTime, placeName, translated } from './language.ts';
import { withRecentPasskey } from './passkey.ts';
import { permissionText } from './permissions.ts';
import { responseError, sso } from './sso.ts';

/** Renders the applications and agents that can act for the user, helpers below the agent that they help. */
export function connections(sessions: readonly ConnectedSession[], nextCursor: string | null): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': translated('connectionList') });
  const empty = element('p', { class: 'empty' }, translated('noConnections'));
  const section = element('div', {}, list, empty);
  const refresh = () => (empty.hidden = list.childElementCount > 0);
  /** Lists of helpers by the session of their agent. */
  const helpers = new Map<string, HTMLElement>();
  const waiting: { readonly parent: string | undefined; readonly item: HTMLElement }[] = [];
  const add = (more: readonly ConnectedSession[], cursor: string | null) => {
    const entries = more.map((session) => {
      const below = element('ul', {
        class: 'helpers',
        'aria-label': translated('helpersOf', { name: nameOf(session) }),
      });
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
    // Moving an element takes the focus from it.
    if (sessions !== more) entries[0]?.item.querySelector('button')?.focus();
    if (cursor !== null) section.append(olderButton(cursor, add));
    refresh();
  };
  add(sessions, nextCursor);
  return section;
}

type Add = (sessions: readonly ConnectedSession[], nextCursor: string | null) => void;

function olderButton(cursor: string, add: Add): HTMLButtonElement {
  const button = actionButton(translated('showOlderConnections'), 'plain', async () => {
    const response = await sso.listConnectedSessions({ query: { limit: 100, cursor } });
    if (response.status !== 200) throw responseError(response);
    button.remove();
    add(response.body.sessions, response.body.nextCursor);
  });
  return button;
}

const nameOf = ({ name, applicationName }: ConnectedSession): string => name ?? applicationName;

function entry(session: ConnectedSession, helpers: HTMLElement, gone: (item: HTMLElement) => void): HTMLElement {
  const { applicationName, clientId, iconUrl, sessionId, agentName, parentSessionId, scope, jkt } = session;
  const shownName = nameOf(session);
  const disconnect = actionButton(translated('disconnect'), 'plain', async () => {
    const reasons =
      jkt === null ? undefined : disconnectReasons(endText(await readEndPreview({ kind: 'key', id: jkt })));
    const confirmed = await confirm({
      title: translated('disconnectQuestion', { name: shownName }),
      explanation: translated('disconnectText'),
      ends: endText(await readEndPreview({ kind: 'session', id: sessionId })),
      yes: translated('disconnect'),
      choices: reasons?.element,
    });
    if (!confirmed) return;
    if (jkt !== null && reasons?.isStolen()) {
      const since = reasons.stolenSince();
      const body = since === undefined ? {} : { since };
      const reported = await withRecentPasskey(() => sso.reportCompromisedKey({ path: { jkt }, body }));
      if (reported.status !== 200) throw responseError(reported);
      for (const one of document.querySelectorAll<HTMLElement>(`.connection[data-key="${jkt}"]`)) gone(one);
      return;
    }
    const response = await sso.revokeConnectedSession({ path: { sessionId } });
    // Already ended on another page, or expired.
    if (response.status !== 204 && response.status !== 404) throw responseError(response);
    gone(item);
  });
  const connected = formatTime(session.createdAt);
  disconnect.setAttribute('aria-label', translated('disconnectName', { name: shownName, time: connected }));
  const item = element(
    'li',
    { class: 'connection', ...(jkt !== null && { 'data-key': jkt }) },
    element(
      'div',
      {},
      element(
        'strong',
        { class: 'person' },
        avatar(jkt ?? clientId, jkt === null ? shownName : null, jkt === null ? iconUrl : null),
        element('bdi', {}, shownName),
      ),
      session.name === null ? undefined : element('small', {}, applicationName),
      parentSessionId === undefined ? undefined : element('small', {}, translated('helper', { scopes: limits(scope) })),
      agentName === null ? undefined : element('small', {}, translated('callsItselfName', { name: agentName })),
      parentSessionId !== undefined || session.permissionCodes === undefined
        ? undefined
        : element('small', {}, translated('connectionCan', { permissions: permissionText(session) })),
      element('small', {}, lastUse(session)),
      element('small', {}, translated('connected', { time: connected })),
      element('small', {}, endsOf(session)),
      keyText(session),
    ),
    element(
      'div',
      { class: 'actions' },
      renameButtonOf(session, (renamed) => {
        const replacement = entry(renamed, helpers, gone);
        item.replaceWith(replacement);
        replacement.querySelector('button')?.focus();
      }),
      disconnect,
    ),
    helpers,
  );
  return item;
}

function lastUse({ lastUsedAt, lastPlace }: ConnectedSession): string {
  const time = formatTime(lastUsedAt);
  return lastPlace === undefined
    ? translated('lastUsed', { time })
    : translated('lastUsedAt', { time, place: placeName(lastPlace) });
}

const endsOf = ({ expiresAt, endsAt }: ConnectedSession): string =>
  translated('endsUnused', { expires: formatTime(expiresAt), ends: formatTime(endsAt) });

/** Scopes of a helper without `openid`, which all have. */
const limits = (scope = ''): string => formatList(scope.split(' ').filter((one) => one !== 'openid'));

function keyText({ keyFingerprint }: ConnectedSession): HTMLElement {
  if (keyFingerprint === null) return element('small', {}, translated('notBound'));
  const [first = '', second = ''] = keyFingerprint.split(' ');
  return element(
    'details',
    { class: 'raw' },
    element('summary', {}, translated('keyBeginning', { beginning: `${first} ${second}` })),
    element('code', {}, keyFingerprint),
  );
}

function renameButtonOf(session: ConnectedSession, renamed: (session: ConnectedSession) => void): HTMLButtonElement {
  const { sessionId, createdAt } = session;
  const shownName = nameOf(session);
  return renameButton({
    id: sessionId,
    title: translated('renameTitle', { name: shownName }),
    label: translated('renameConnection', { name: shownName, time: formatTime(createdAt) }),
    current: shownName,
    save: async (name) => {
      const response = await sso.updateConnectedSession({ path: { sessionId }, body: { name } });
      if (response.status !== 200) throw responseError(response);
      renamed(response.body);
    },
  });
}

interface DisconnectReasons {
  readonly element: HTMLElement;
  readonly isStolen: () => boolean;
  /** Begin of the day since which the key may be stolen; undefined when nobody knows. */
  readonly stolenSince: () => string | undefined;
}

/**
 * Asks why a connection with a key ends: a stolen key is worthless for good.
 *
 * @param stolenEnds what ends when the key is stolen
 */
function disconnectReasons(stolenEnds: string): DisconnectReasons {
  const reason = (value: string) => element('input', { type: 'radio', name: 'reason', value });
  const [unused, stolen] = [reason('unused'), reason('stolen')];
  unused.checked = true;
  const since = element('input', { type: 'date', name: 'since', max: new Date().toISOString().slice(0, 10) });
  // A date says something about a stolen key only.
  since.addEventListener('input', () => (stolen.checked = true));
  const fieldset = element(
    'fieldset',
    { class: 'reasons' },
    element('legend', {}, translated('whyDisconnect')),
    element('label', {}, unused, element('span', {}, translated('noLongerUsed'))),
    element(
      'label',
      {},
      stolen,
      element('span', {}, translated('keyStolen'), element('small', {}, translated('keyStolenText'), ' ', stolenEnds)),
    ),
    element(
      'label',
      { class: 'since' },
      element('span', {}, translated('stolenSince'), element('small', {}, translated('stolenSinceText'))),
      since,
    ),
  );
  return {
    element: fieldset,
    isStolen: () => stolen.checked,
    stolenSince: () => since.valueAsDate?.toISOString(),
  };
}

import type { ConnectedSession } from '../../../../generated/sso/types.ts';
import { avatar } from './avatar.ts';
import { confirm, endText, readEndPreview, renameButton } from './dialogs.ts';
import { actionButton, element } from './screen.ts';
import { activityText, beginOfDay, dayOf, formatList, formatTime, placeName, translated } from './language.ts';
import { withRecentPasskey } from './passkey.ts';
import { permissionText } from './request-facts.ts';
import { bodyOf, deleted, sso } from './sso.ts';

/** Renders the applications and agents that can act for the user, helpers below the agent that they help. */
export function connections(sessions: readonly ConnectedSession[], nextCursor: string | null): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': translated('connectionList') });
  const empty = element('p', { class: 'empty' }, translated('noConnections'));
  const section = element('div', {}, list, empty);
  const refresh = () => (empty.hidden = list.childElementCount > 0);
  const known = new Map<string, ConnectedSession>();
  const items = new Map<string, HTMLElement>();
  /** Lists of helpers by the session of their agent. */
  const helpers = new Map<string, HTMLElement>();
  const waiting: { readonly parent: string | undefined; readonly sessionId: string }[] = [];
  // Its helpers are disconnected with it.
  const gone = (item: HTMLElement) => {
    item.remove();
    refresh();
  };
  const render = (session: ConnectedSession): HTMLElement => {
    const { sessionId, parentSessionId = '' } = session;
    const below =
      helpers.get(sessionId) ??
      element('ul', { class: 'helpers', 'aria-label': translated('helpersOf', { name: nameOf(session) }) });
    helpers.set(sessionId, below);
    known.set(sessionId, session);
    const withAgent = known.get(parentSessionId)?.pausedAt !== undefined;
    const item = entry(session, { below, withAgent, gone, changed });
    items.get(sessionId)?.replaceWith(item);
    items.set(sessionId, item);
    return item;
  };
  const changed = (session: ConnectedSession): HTMLElement => {
    const before = known.get(session.sessionId);
    const item = render(session);
    if (before?.pausedAt !== session.pausedAt) follow(session, before?.pausedAt);
    return item;
  };
  /** Shows helpers as paused or resumed with their agent; one that was paused on its own stays so. */
  const follow = ({ sessionId, pausedAt }: ConnectedSession, formerly: string | undefined): void => {
    for (const helper of known.values()) {
      if (helper.parentSessionId !== sessionId || items.get(helper.sessionId)?.isConnected !== true) continue;
      const { pausedAt: own, ...resumed } = helper;
      const follows = own === formerly;
      const next = follows ? { ...resumed, ...(pausedAt !== undefined && { pausedAt }) } : helper;
      render(next);
      if (follows) follow(next, formerly);
    }
  };
  const add = (more: readonly ConnectedSession[], cursor: string | null) => {
    for (const session of more) known.set(session.sessionId, session);
    list.append(...more.map(render));
    // An agent is older than its helpers, so it may be on a later page, and its helpers move below it then.
    waiting.push(...more.map(({ parentSessionId: parent, sessionId }) => ({ parent, sessionId })));
    for (const { parent = '', sessionId } of waiting) {
      const [item, session] = [items.get(sessionId), known.get(sessionId)];
      const below = helpers.get(parent);
      if (item === undefined || session === undefined || below === undefined || !section.contains(item)) continue;
      // Only now is it known whether its agent is paused.
      below.append(render(session));
    }
    // Moving an element takes the focus from it.
    const [first] = more;
    if (sessions !== more && first) items.get(first.sessionId)?.querySelector('button')?.focus();
    if (cursor !== null) section.append(olderButton(cursor, add));
    refresh();
  };
  add(sessions, nextCursor);
  return section;
}

type Add = (sessions: readonly ConnectedSession[], nextCursor: string | null) => void;

function olderButton(cursor: string, add: Add): HTMLButtonElement {
  const button = actionButton(translated('showOlderConnections'), 'plain', async () => {
    const { sessions, nextCursor } = await bodyOf(sso.listConnectedSessions({ query: { limit: 100, cursor } }));
    button.remove();
    add(sessions, nextCursor);
  });
  return button;
}

const nameOf = ({ name, applicationName }: ConnectedSession): string => name ?? applicationName;

interface Surroundings {
  /** List of its helpers. */
  readonly below: HTMLElement;
  /** Whether the agent that it helps is paused. */
  readonly withAgent: boolean;
  readonly gone: (item: HTMLElement) => void;
  /** Shows the session as it is now. @returns its new entry */
  readonly changed: (session: ConnectedSession) => HTMLElement;
}

function entry(session: ConnectedSession, { below, withAgent, gone, changed }: Surroundings): HTMLElement {
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
      await bodyOf(withRecentPasskey(() => sso.reportCompromisedKey({ path: { jkt }, body })));
      for (const one of document.querySelectorAll<HTMLElement>(`.connection[data-key="${jkt}"]`)) gone(one);
      return;
    }
    await deleted(sso.revokeConnectedSession({ path: { sessionId } }));
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
      pausedText(session, withAgent),
      ...lastAction(session).map((text) => element('small', {}, text)),
      element('small', {}, translated('connected', { time: connected })),
      element('small', {}, endsOf(session)),
      keyText(session),
    ),
    element(
      'div',
      { class: 'actions' },
      renameButtonOf(session, (renamed) => changed(renamed).querySelector('button')?.focus()),
      withAgent ? undefined : pauseButton(session, changed),
      disconnect,
    ),
    below,
  );
  return item;
}

/** Says what it did last, and when and where its tokens were last used. */
function lastAction(session: ConnectedSession): readonly string[] {
  const { lastAction: action, lastUsedAt, lastPlace, clientId } = session;
  const application = { clientId, name: nameOf(session) };
  const sentence = (time: string) =>
    translated('timeAndOutcome', {
      outcome: activityText({ event: action.event, details: {}, application }),
      time,
    });
  const use = formatTime(lastUsedAt);
  const place = lastPlace && placeName(lastPlace);
  if (action.at === lastUsedAt)
    return [sentence(place === undefined ? use : translated('timeAndPlace', { time: use, place }))];
  return [
    sentence(formatTime(action.at)),
    place === undefined ? translated('lastUsed', { time: use }) : translated('lastUsedAt', { time: use, place }),
  ];
}

function pausedText({ pausedAt }: ConnectedSession, withAgent: boolean): HTMLElement | undefined {
  if (pausedAt === undefined) return undefined;
  const message = withAgent ? 'pausedWithAgent' : 'pausedSince';
  return element('small', { class: 'paused' }, translated(message, { time: formatTime(pausedAt) }));
}

/** Pauses or resumes what acts without a browser; resuming needs a recent passkey. */
function pauseButton(
  session: ConnectedSession,
  changed: (session: ConnectedSession) => HTMLElement,
): HTMLElement | undefined {
  const { sessionId, browserSessionId, pausedAt, createdAt } = session;
  if (browserSessionId !== undefined) return undefined;
  const path = { sessionId };
  const isPaused = pausedAt !== undefined;
  const button = actionButton(translated(isPaused ? 'resume' : 'pause'), 'plain', async () => {
    const next = isPaused
      ? await bodyOf(withRecentPasskey(() => sso.resumeConnectedSession({ path })))
      : await bodyOf(sso.pauseConnectedSession({ path }));
    changed(next).querySelector<HTMLElement>('.pause')?.focus();
  });
  button.classList.add('pause');
  const names = { name: nameOf(session), time: formatTime(createdAt) };
  button.setAttribute('aria-label', translated(isPaused ? 'resumeName' : 'pauseName', names));
  return button;
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
      renamed(await bodyOf(sso.updateConnectedSession({ path: { sessionId }, body: { name } })));
    },
  });
}

/**
 * Asks why a connection with a key ends: a stolen key is worthless for good.
 *
 * @param stolenEnds what ends when the key is stolen
 */
function disconnectReasons(stolenEnds: string): {
  readonly element: HTMLElement;
  readonly isStolen: () => boolean;
  /** Begin of the day since which the key may be stolen; undefined when nobody knows. */
  readonly stolenSince: () => string | undefined;
} {
  const reason = (value: string) => element('input', { type: 'radio', name: 'reason', value });
  const [unused, stolen] = [reason('unused'), reason('stolen')];
  unused.checked = true;
  const since = element('input', { type: 'date', name: 'since', max: dayOf(new Date()) });
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
    stolenSince: () => beginOfDay(since),
  };
}

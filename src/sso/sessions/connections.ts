import { ofRequest } from '../administration/audit-store.ts';
import type { ConnectedSession as ConnectedSessionResponse } from '../../../generated/sso/types.ts';
import { iconUrlOf } from '../clients/client.ts';
import { keyFingerprint } from '../sign-in/authorization-request.ts';
import { placeResponse } from './place.ts';
import type { ConnectedSession } from './session-store.ts';
import { permissionsOf } from '../sign-in/approval-read-model.ts';
import type { SsoSettings } from '../settings.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { requireOwner, deviceAuthenticator, passkeyAuthenticator } from '../caller/caller.ts';
import { sessionNotFound, parentPaused } from '../errors/owner-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SessionEnding, SessionNode } from './session-tree-store.ts';

/** Lists the caller's live sessions, the most recently created first. */
export const listConnectedSessions: SsoHandler<'listConnectedSessions'> = async ({
  query,
  caller,
  connections,
  settings,
  now,
  respond,
}) => {
  const list = (page: PageRequest) => connections.list({ ownerSub: requireOwner(caller), at: now(), ...page });
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    sessions: items.map((session) => connectedSessionResponse(session, settings)),
    ...page,
  });
};

/** Renames one of the caller's connections. */
export const updateConnectedSession: SsoHandler<'updateConnectedSession'> = async ({
  path: { sessionId },
  caller,
  body: { name },
  atomically,
  settings,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const session = await atomically(async ({ connections, audit }) => {
    const renamed = await connections.rename({ id: sessionId, ownerSub, name, at });
    if (!renamed) throw sessionNotFound(sessionId);
    await audit.record({
      event: 'session_renamed',
      at,
      ...ofRequest(request),
      ownerSub,
      clientAddress: renamed.clientAddress,
      details: { sessionId },
    });
    return renamed;
  });
  return respond(200, connectedSessionResponse(session, settings));
};

/** Revokes one of the caller's sessions, with the helpers below it; its application asks again before the next one. */
export const revokeConnectedSession: SsoHandler<'revokeConnectedSession'> = async ({
  path: { sessionId },
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const ended = await disconnect(atomically, {
    node: { kind: 'session', id: sessionId, sub: ownerSub },
    reason: 'owner',
    at,
    event: { event: 'session_revoked', at, ...ofRequest(request), ownerSub, details: { sessionId } },
  });
  if (!ended) throw sessionNotFound(sessionId);
  metrics.revoked('owner', ended.sessions);
  return respond(204);
};

/** Revokes all of the caller's sessions with one application. */
export const revokeConnectedClient: SsoHandler<'revokeConnectedClient'> = async ({
  path: { clientId },
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const ended = await disconnect(atomically, {
    node: { kind: 'client', address: clientId, sub: ownerSub },
    reason: 'owner',
    at,
    event: { event: 'session_revoked', at, ...ofRequest(request), ownerSub, clientAddress: clientId },
  });
  const revoked = ended?.sessions ?? 0;
  metrics.revoked('owner', revoked);
  return respond(200, { revoked });
};

/** Ends sessions of one application, and the owner's consent to it: without that, it would sign in again unasked. */
export const disconnect = (
  atomically: SsoHandlerContext['atomically'],
  ending: SessionEnding & { readonly node: { readonly kind: 'session' | 'client'; readonly sub: string } },
) =>
  retryOnConflict(() =>
    atomically(async ({ sessionTree, consents }) => {
      const { node } = ending;
      const ended = await sessionTree.endSession(ending);
      const client = node.kind === 'client' ? node.address : ended?.client;
      if (client !== undefined) await consents.revoke(node.sub, client);
      return ended;
    }),
  );

/** Counts what an action of the caller would end. */
export const getEndPreview: SsoHandler<'getEndPreview'> = async ({ query, caller, sessionTree, now, respond }) => {
  const sub = requireOwner(caller);
  return respond(200, await sessionTree.preview(nodeOf(query, sub), sub, now()));
};

type Query = Parameters<SsoHandler<'getEndPreview'>>[0]['query'];

function nodeOf({ kind, id, disconnectApproved: approved = false }: Query, sub: string): SessionNode {
  switch (kind) {
    case 'owner':
      return { kind: 'owner', sub };
    case 'browser_sessions':
      return { kind: 'browsers', sub };
  }
  if (id === undefined) throw invalidOauthRequest(`id is missing: the kind ${kind} needs it.`);
  switch (kind) {
    case 'passkey':
      return { kind: 'authenticator', sub, id: passkeyAuthenticator(id), approved };
    case 'device':
      return { kind: 'authenticator', sub, id: deviceAuthenticator(id), approved };
    case 'key':
      return { kind: 'key', sub, jkt: id };
    case 'client':
      return { kind: 'client', sub, address: id };
    case 'browser_session':
      return { kind: 'browser', sub, id: uuid(id) };
    case 'session':
      return { kind: 'session', sub, id: uuid(id) };
  }
}

function uuid(id: string): string {
  if (!uuidPattern.test(id)) throw invalidOauthRequest('id is no UUID, which the kind needs.');
  return id;
}

/** Maps a session to the `ConnectedSession` schema. */
export function connectedSessionResponse(
  session: ConnectedSession,
  { resources, issuer }: Pick<SsoSettings, 'resources' | 'issuer'>,
): ConnectedSessionResponse {
  const { clientAddress: address, iconVersion } = session;
  const iconUrl = iconUrlOf({ address, iconVersion }, issuer);
  return {
    ...permissionsOf(session, resources),
    sessionId: session.id,
    clientId: session.clientAddress,
    applicationName: session.applicationName,
    ...(iconUrl !== null && { iconUrl }),
    name: session.name,
    agentName: session.agentName,
    jkt: session.jkt,
    keyFingerprint: keyFingerprint(session.jkt),
    ...(session.lastPlace && { lastPlace: placeResponse(session.lastPlace) }),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    lastAction: { event: session.lastAction.event, at: session.lastAction.at.toISOString() },
    expiresAt: session.expiresAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    ...(session.pausedAt && { pausedAt: session.pausedAt.toISOString() }),
    ...(session.browserSessionId !== null && { browserSessionId: session.browserSessionId }),
    ...(session.parentId !== null && { parentSessionId: session.parentId, scope: session.scope }),
  };
}

/** Pauses one of the caller's sessions, with the helpers below it. */
export const pauseConnectedSession: SsoHandler<'pauseConnectedSession'> = async ({ respond, ...called }) =>
  respond(200, await changeSession('pause', called));

/** Resumes one of the caller's sessions, with the helpers that were paused with it. */
export const resumeConnectedSession: SsoHandler<'resumeConnectedSession'> = async ({ respond, ...called }) =>
  respond(200, await changeSession('resume', called));

const changes = {
  pause: { event: 'agent_paused', counted: 'paused' },
  resume: { event: 'agent_resumed', counted: 'resumed' },
} as const;

async function changeSession(
  change: keyof typeof changes,
  {
    path: { sessionId },
    caller,
    pauses,
    connections,
    metrics,
    now,
    request,
    settings,
  }: Omit<Parameters<SsoHandler<'pauseConnectedSession'>>[0], 'respond'>,
) {
  const ownerSub = requireOwner(caller);
  const at = now();
  const { event, counted } = changes[change];
  const recorded = { event, at, ...ofRequest(request), ownerSub, details: { sessionId } };
  const outcome = await pauses[change]({ sessionId, ownerSub, at, event: recorded });
  if (outcome === 'parent_paused') throw parentPaused();
  if (outcome === 'changed') metrics.paused(counted);
  const session = await connections.find({ id: sessionId, ownerSub, at });
  if (!session) throw sessionNotFound(sessionId);
  return connectedSessionResponse(session, settings);
}

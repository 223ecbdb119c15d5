import { readPage, type SsoHandler } from '../handler.ts';
import { ownerNotFound, ownerSessionNotFound } from '../errors/administration-errors.ts';
import { eraseOwner } from '../owners/owner.ts';
import type { OwnerRecord } from '../../../generated/sso/types.ts';
import type { SsoHandlerContext } from '../context.ts';
import { deviceResponse } from '../owners/device-links.ts';
import { passkeyResponse } from '../owners/passkeys.ts';
import type { SsoStores } from '../stores.ts';
import { ofRequest, type SsoAuditEvent } from './audit-store.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { browserSessionResponse } from '../sessions/browser-sessions.ts';
import { connectedSessionResponse, disconnect } from '../sessions/connections.ts';

/** Form of a session address. */
const sessionAddress = /^[0-9a-f]{32}$/;

/** Searches the owners, the most recently created first. */
export const listOwners: SsoHandler<'listOwners'> = async ({ query, ownerAdministration, respond }) => {
  const { search, status } = query;
  const { items, ...page } = await readPage(
    query,
    (page) => ownerAdministration.list({ search, status, ...page }),
    ({ createdAt, sub }) => ({ at: createdAt, id: sub }),
    sessionAddress,
  );
  return respond(200, {
    owners: items.map(({ sub, displayName, createdAt, suspendedAt, authenticators }) => ({
      sub,
      displayName,
      createdAt: createdAt.toISOString(),
      status: suspendedAt === null ? 'active' : 'suspended',
      suspendedAt: suspendedAt?.toISOString() ?? null,
      authenticators,
    })),
    ...page,
  });
};

/** Shows an owner to an administrator. */
export const getOwnerBySub: SsoHandler<'getOwnerBySub'> = async ({ path: { sub }, respond, ...context }) =>
  respond(200, await readOwnerRecord(sub, context));

/** Erases an owner. */
export const deleteOwnerBySub: SsoHandler<'deleteOwnerBySub'> = async ({
  path: { sub },
  administrator,
  atomically,
  pseudonymOf,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const pseudonym = pseudonymOf(sub);
  const event = { ...ofRequest(request), administrator };
  const revoked = await atomically((stores) => eraseOwner(stores, { sub, at, pseudonym, event }));
  if (revoked === undefined) throw ownerNotFound(sub);
  metrics.revoked('owner_deleted', revoked);
  return respond(204);
};

/** Suspends an owner and revokes all of their sessions. Idempotent. */
export const suspendOwner: SsoHandler<'suspendOwner'> = async ({
  path: { sub },
  body,
  administrator,
  respond,
  ...context
}) => {
  const { atomically, now, request, metrics } = context;
  const at = now();
  const reason = body?.reason ?? null;
  const event = { ...ofRequest(request), administrator };
  const revoked = await atomically((stores) => suspendOwnerIn(stores, { sub, at, reason, event }));
  if (revoked === undefined) throw ownerNotFound(sub);
  metrics.revoked('owner_suspended', revoked);
  return respond(200, await readOwnerRecord(sub, context));
};

/** Ends the suspension of an owner. Idempotent. */
export const resumeOwner: SsoHandler<'resumeOwner'> = async ({ path: { sub }, administrator, respond, ...context }) => {
  const { atomically, now, request } = context;
  await atomically(async ({ ownerAdministration, audit }) => {
    if (!(await ownerAdministration.resume(sub))) throw ownerNotFound(sub);
    await audit.record({ event: 'owner_resumed', at: now(), ...ofRequest(request), ownerSub: sub, administrator });
  });
  return respond(200, await readOwnerRecord(sub, context));
};

/** Reads an owner as administrators see them. @throws DomainError `owner_not_found` */
export async function readOwnerRecord(
  sub: string,
  {
    owners,
    ownerAdministration,
    consoleAccess,
    now,
  }: Pick<SsoHandlerContext, 'owners' | 'ownerAdministration' | 'consoleAccess' | 'now'>,
): Promise<OwnerRecord> {
  const [owner, state] = await Promise.all([owners.get(sub), ownerAdministration.state(sub)]);
  if (!owner || !state) throw ownerNotFound(sub);
  const at = now();
  const { connected, browser } = await ownerAdministration.countSessions(sub, at);
  const grant = await consoleAccess.bySub(sub);
  const access = grant && grant.expiresAt > at ? grant : undefined;
  return {
    sub,
    displayName: state.displayName,
    createdAt: owner.createdAt.toISOString(),
    status: state.suspendedAt === null ? 'active' : 'suspended',
    suspendedAt: state.suspendedAt?.toISOString() ?? null,
    suspensionReason: state.suspensionReason,
    passkeys: owner.passkeys.map(passkeyResponse),
    devices: owner.devices.map(deviceResponse),
    connectedSessions: connected,
    browserSessions: browser,
    consoleScopes: [...(access?.scopes ?? [])],
    consoleExpiresAt: access?.expiresAt.toISOString() ?? null,
  };
}

interface Suspension {
  readonly sub: string;
  readonly at: Date;
  readonly reason: string | null;
  /** The audit row. */
  readonly event: Pick<SsoAuditEvent, 'requestId' | 'ip' | 'administrator'>;
}

/**
 * Suspends an owner in the caller's transaction: no sign-in, no approval and no refresh from now on.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function suspendOwnerIn(
  { ownerAdministration, sessionTree }: SsoStores,
  { sub, at, reason, event }: Suspension,
): Promise<number | undefined> {
  if (!(await ownerAdministration.suspend({ sub, at, reason }))) return undefined;
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'owner_suspended',
    at,
    event: { ...event, event: 'owner_suspended', at, ownerSub: sub, details: { reason } },
  });
  return ended?.sessions;
}

/** Lists the live sessions of an owner, without the owner's own names for them. */
export const listOwnerSessions: SsoHandler<'listOwnerSessions'> = async ({
  path: { sub },
  query,
  ownerAdministration,
  connections,
  settings,
  now,
  respond,
}) => {
  const list = async (page: PageRequest) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    return connections.list({ ownerSub: sub, at: now(), ...page });
  };
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    sessions: items.map((session) => ({ ...connectedSessionResponse(session, settings), name: null })),
    ...page,
  });
};

/** Disconnects one session of an owner; an application of the platform asks again before the next one. */
export const revokeOwnerSession: SsoHandler<'revokeOwnerSession'> = async ({
  path: { sub, sessionId },
  administrator,
  ownerAdministration,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
  const ended = await disconnect(atomically, {
    node: { kind: 'session', id: sessionId, sub },
    reason: 'administrator',
    at,
    event: {
      event: 'session_revoked',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      administrator,
      details: { sessionId },
    },
  });
  if (!ended) throw ownerSessionNotFound(sub, sessionId);
  metrics.revoked('administrator', ended.sessions);
  return respond(204);
};

/** Ends all sessions of an owner: of applications, of agents and of browsers. Idempotent. */
export const revokeOwnerSessions: SsoHandler<'revokeOwnerSessions'> = async ({
  path: { sub },
  administrator,
  sessionTree,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'administrator',
    at,
    event: { event: 'session_revoked', at, ...ofRequest(request), ownerSub: sub, administrator },
  });
  if (!ended) throw ownerNotFound(sub);
  metrics.revoked('administrator', ended.sessions);
  return respond(200, { revoked: ended.sessions + ended.browserSessions });
};

/** Lists the browsers in which an owner is signed in. */
export const listOwnerBrowserSessions: SsoHandler<'listOwnerBrowserSessions'> = async ({
  path: { sub },
  query,
  ownerAdministration,
  browserSessions,
  now,
  respond,
}) => {
  const list = async (page: PageRequest) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    return browserSessions.list({ sub, at: now(), ...page });
  };
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    browserSessions: items.map((session) => ({ ...browserSessionResponse(session), current: false })),
    ...page,
  });
};

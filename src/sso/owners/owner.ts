import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../caller/caller.ts';
import { deviceResponse } from './device-links.ts';
import { passkeyResponse } from './passkeys.ts';
import { clearedOwnerCookie } from '../caller/owner-session.ts';
import { endApplication } from '../applications/applications.ts';
import type { SsoStores } from '../stores.ts';
import { ofRequest, type SsoAuditEvent } from '../administration/audit-store.ts';

/** Returns the caller's session address, authenticators, and the state of its recovery. */
export const getOwner: SsoHandler<'getOwner'> = async ({ caller, owners, recovery, respond }) => {
  const owner = await owners.get(requireOwner(caller));
  // The owner was deleted concurrently.
  if (!owner) throw ownerUnauthorized();
  return respond(200, {
    sub: owner.sub,
    createdAt: owner.createdAt.toISOString(),
    passkeys: owner.passkeys.map(passkeyResponse),
    devices: owner.devices.map(deviceResponse),
    recoveryCodesLeft: (await recovery.state(owner.sub)).remaining,
    recoveredAt: owner.recoveredAt?.toISOString() ?? null,
  });
};

/** Deletes the owner with all authenticators, browser sessions and connected applications. */
export const deleteOwner: SsoHandler<'deleteOwner'> = async ({ caller, respond, ...context }) => {
  const { atomically, pseudonymOf, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const pseudonym = pseudonymOf(sub);
  const { kind: by } = caller;
  // Without the network address, which is personal.
  const event = { requestId: request.id, details: { by } };
  const revoked = await atomically((stores) => eraseOwner(stores, { sub, at, pseudonym, event }));
  metrics.revoked('owner_deleted', revoked);
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};

/** Returns what the caller tells applications with the scope `profile`. */
export const getOwnerProfile: SsoHandler<'getOwnerProfile'> = async ({ caller, owners, respond }) => {
  const profile = await owners.profile(requireOwner(caller));
  // The owner was deleted concurrently.
  if (!profile) throw ownerUnauthorized();
  return respond(200, { ...profile });
};

/** Changes what the caller tells applications with the scope `profile`. */
export const updateOwnerProfile: SsoHandler<'updateOwnerProfile'> = async (input) => {
  const { caller, body: change, atomically, now, request, respond } = input;
  const sub = requireOwner(caller);
  const profile = await atomically(async ({ owners, pictures, audit }) => {
    const updated = await owners.updateProfile(sub, change);
    // The owner was deleted concurrently.
    if (!updated) throw ownerUnauthorized();
    if (change.pictureUrl !== undefined) await pictures.delete(sub);
    await audit.record({
      event: 'profile_updated',
      at: now(),
      ...ofRequest(request),
      ownerSub: sub,
      // Names only: the audit outlives the owner.
      details: { changed: Object.keys(change).join(' ') },
    });
    return updated;
  });
  return respond(200, { ...profile });
};

interface Erasure {
  readonly sub: string;
  readonly at: Date;
  /** Replaces `sub` in the audit. */
  readonly pseudonym: string;
  /** The audit row, under the pseudonym. */
  readonly event: Omit<SsoAuditEvent, 'event' | 'at' | 'ownerSub'>;
}

/**
 * Erases an owner in the caller's transaction: sessions, authenticators and requests are deleted; audit and keys name a
 * pseudonym.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function eraseOwner(
  stores: SsoStores,
  { sub, at, pseudonym, event }: Erasure,
): Promise<number | undefined> {
  const { owners, sessionTree, agentKeys, audit, applicationMembers } = stores;
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'owner_deleted',
    at,
    event: { ...event, event: 'owner_deleted', at, ownerSub: pseudonym },
  });
  if (!ended) return undefined;
  // Nobody else could manage them.
  for (const clientId of await applicationMembers.soleOwned(sub))
    await endApplication(stores, clientId, { ...event, event: 'application_deleted', at, ownerSub: pseudonym });
  await stores.reachRequests.forget(sub);
  await owners.delete(sub);
  await agentKeys.eraseOwner(sub, pseudonym);
  await audit.eraseOwner(sub, pseudonym);
  return ended.sessions;
}

import type { SsoStores } from '../stores.ts';
import type { SsoAuditEvent } from '../store/audit-events.ts';

export interface Erasure {
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
  { owners, sessionTree, agentKeys, audit }: SsoStores,
  { sub, at, pseudonym, event }: Erasure,
): Promise<number | undefined> {
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'owner_deleted',
    at,
    event: { ...event, event: 'owner_deleted', at, ownerSub: pseudonym },
  });
  if (!ended) return undefined;
  await owners.delete(sub);
  await agentKeys.eraseOwner(sub, pseudonym);
  await audit.eraseOwner(sub, pseudonym);
  return ended.sessions;
}

import type { SsoStores } from '../stores.ts';

export interface Erasure {
  readonly sub: string;
  readonly at: Date;
  /** Replaces `sub` in the audit. */
  readonly pseudonym: string;
}

/**
 * Erases an owner in the caller's transaction: sessions, authenticators and requests are deleted; audit and keys name a
 * pseudonym.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function eraseOwner(
  { owners, sessions, agentKeys, audit }: SsoStores,
  { sub, at, pseudonym }: Erasure,
): Promise<number | undefined> {
  const revoked = await sessions.revokeOwner({ ownerSub: sub, at, reason: 'owner_deleted' });
  if (!(await owners.delete(sub, at))) return undefined;
  await agentKeys.eraseOwner(sub, pseudonym);
  await audit.eraseOwner(sub, pseudonym);
  return revoked;
}

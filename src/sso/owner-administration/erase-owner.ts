import type { SsoStores } from '../stores.ts';

export interface Erasure {
  readonly sub: string;
  readonly at: Date;
  /** Replaces `sub` in the audit. */
  readonly pseudonym: string;
}

/**
 * Erases an owner in the caller's transaction: sessions, authenticators and requests are deleted, and the audit names a
 * pseudonym.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function eraseOwner(
  { owners, sessions, audit }: SsoStores,
  { sub, at, pseudonym }: Erasure,
): Promise<number | undefined> {
  const revoked = await sessions.revokeOwner({ ownerSub: sub, at, reason: 'owner_deleted' });
  if (!(await owners.delete(sub, at))) return undefined;
  await audit.eraseOwner(sub, pseudonym);
  return revoked;
}

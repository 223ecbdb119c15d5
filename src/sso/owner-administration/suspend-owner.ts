import type { SsoStores } from '../stores.ts';

export interface Suspension {
  readonly sub: string;
  readonly at: Date;
  readonly reason: string | null;
}

/**
 * Suspends an owner in the caller's transaction: no sign-in, no approval and no refresh from now on.
 *
 * @returns how many sessions were revoked; undefined when there is no such owner
 */
export async function suspendOwnerIn(
  { ownerAdministration, sessions, browserSessions }: SsoStores,
  { sub, at, reason }: Suspension,
): Promise<number | undefined> {
  if (!(await ownerAdministration.suspend({ sub, at, reason }))) return undefined;
  await ownerAdministration.expireCodes(sub, at);
  await browserSessions.deleteAll(sub, at);
  return sessions.revokeOwner({ ownerSub: sub, at, reason: 'owner_suspended' });
}

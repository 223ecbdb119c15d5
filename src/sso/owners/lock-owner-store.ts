import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Authenticator, authenticatorKey } from '../caller/caller.ts';
import type { SsoDatabase } from '../database.ts';

/**
 * Locks an owner until the transaction ends, so that changes of its authenticators run one after another.
 *
 * @returns false when there is none
 */
export async function lockOwner(trx: Kysely<SsoDatabase>, sub: string): Promise<boolean> {
  const owner = await trx.selectFrom('sso.owners').select('sub').where('sub', '=', sub).forUpdate().executeTakeFirst();
  return owner !== undefined;
}

/**
 * Keeps an owner from being suspended or deleted until the transaction ends.
 *
 * @returns false when there is none, or a suspended one
 */
export async function lockActiveOwner(trx: Kysely<SsoDatabase>, sub: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('sso.owners')
    .select('sub')
    .where('sub', '=', sub)
    .where('suspended_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return owner !== undefined;
}

/** Returns the query that selects an authenticator of an owner, and keeps it from being deleted until the transaction ends. */
export function lockedAuthenticator(
  ownerSub: string,
  authenticator: Authenticator | null,
): RawBuilder<{ readonly owner_sub: string }> {
  const key = authenticator === null ? '' : authenticatorKey(authenticator);
  return authenticator?.startsWith('device:')
    ? sql`select owner_sub from sso.devices where jkt = ${key} and owner_sub = ${ownerSub} for key share`
    : sql`select owner_sub from sso.passkeys where credential_id = ${key} and owner_sub = ${ownerSub} for key share`;
}

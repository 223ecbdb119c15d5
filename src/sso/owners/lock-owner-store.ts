import type { Kysely, QueryCreator } from 'kysely';
import { type Authenticator, authenticatorKey } from './authenticator.ts';
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

/** Selects an authenticator of an owner, and keeps it from being deleted until the transaction ends. */
export function lockedAuthenticator(
  db: QueryCreator<SsoDatabase>,
  ownerSub: string,
  authenticator: Authenticator | null,
) {
  const key = authenticator === null ? '' : authenticatorKey(authenticator);
  return authenticator?.startsWith('device:')
    ? db
        .selectFrom('sso.devices')
        .select('owner_sub')
        .where('jkt', '=', key)
        .where('owner_sub', '=', ownerSub)
        .forKeyShare()
    : db
        .selectFrom('sso.passkeys')
        .select('owner_sub')
        .where('credential_id', '=', key)
        .where('owner_sub', '=', ownerSub)
        .forKeyShare();
}

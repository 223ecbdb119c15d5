import type { Kysely } from 'kysely';
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

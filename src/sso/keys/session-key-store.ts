import { type Kysely, type RawBuilder, sql } from 'kysely';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import type { SsoDatabase } from '../database.ts';
import type { SessionEnd } from '../sessions/session.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';

/** The key of a session that starts, or what stands for its values in a query that is compiled once. */
interface StartingKey {
  /** Null for Bearer tokens. */
  readonly jkt: string | RawBuilder<string | null> | null;
  /** JSON; kept for the directory of the agent. Null for a key of another type, or one that is known. */
  readonly publicJwk: string | RawBuilder<string | null> | null;
  readonly at: Date | RawBuilder<Date>;
}

/**
 * Returns the query `bound`: it binds a key to the owner who approved its first session, for good. Every statement that starts
 * a session has it, and starts the session only if `keyIsBound`. It waits for a concurrent binding or report of the key,
 * so of two owners exactly one gets the key, and nobody a stolen one.
 *
 * @param approved the query with what the owner approved, in its `owner_sub`; it has a row only if all else is right
 */
export const bindingKey = ({ jkt, publicJwk, at }: StartingKey, approved: RawBuilder<unknown>) => sql`
  bound as (
    insert into sso.agent_keys as key (jkt, first_seen_at, public_jwk, owner_sub)
    select ${jkt}::text, ${at}::timestamptz, ${publicJwk}::jsonb, owner_sub
    from ${approved} where ${jkt}::text is not null
    on conflict (jkt) do update
      set owner_sub = excluded.owner_sub, public_jwk = coalesce(key.public_jwk, excluded.public_jwk)
      where key.compromised_since is null and (key.owner_sub is null or key.owner_sub = excluded.owner_sub)
    returning key.jkt
  )`;

/** The condition that `bound` refused no key. */
export const keyIsBound = ({ jkt }: StartingKey) => sql`(${jkt}::text is null or exists (select from bound))`;

/** Reads the owner of a key, and since when it is stolen. */
export const bindingsOfKeys = compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<{ readonly jkt: string }>) =>
  db.selectFrom('sso.agent_keys').select(['owner_sub', 'compromised_since']).where('jkt', '=', value('jkt')),
);

/** Returns why an owner cannot bind a key; undefined when they can. */
export async function refusalOfKey(
  db: Kysely<SsoDatabase>,
  jkt: string | null,
  ownerSub: string,
): Promise<KeyRefusal | undefined> {
  if (jkt === null) return undefined;
  const [key] = await bindingsOfKeys(db, { jkt });
  if (!key) return undefined;
  if (key.owner_sub !== null && key.owner_sub !== ownerSub) return 'key_of_another_owner';
  return key.compromised_since === null ? undefined : 'key_compromised';
}

/** A session that ended, by its key. */
export interface EndedKey {
  readonly jkt: string | null;
  readonly createdAt: Date;
  readonly reason: SessionEnd;
}

/** Keys that one statement writes. */
const keysAtOnce = 1000;

/**
 * Records at each key that a session of it was revoked; the latest revocation counts. What ends sessions calls it in its transaction.
 * In the order of the keys, for two endings can have the same ones. Of a key with several sessions the first counts.
 */
export async function recordRevokedKeys(trx: Kysely<SsoDatabase>, ended: readonly EndedKey[], at: Date): Promise<void> {
  const byKey = new Map(ended.toReversed().flatMap((one) => (one.jkt === null ? [] : [[one.jkt, one] as const])));
  const keys = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const rows = keys
      .slice(from, from + keysAtOnce)
      .map(([jkt, { createdAt, reason }]) => sql`(${jkt}, ${createdAt}::timestamptz, ${at}::timestamptz, ${reason})`);
    await sql`
      insert into sso.agent_keys as key (jkt, first_seen_at, revoked_at, revoked_reason) values ${sql.join(rows)}
      on conflict (jkt) do update set revoked_at = excluded.revoked_at, revoked_reason = excluded.revoked_reason
        where key.revoked_at is null or key.revoked_at <= excluded.revoked_at`.execute(trx);
  }
}

import { type Kysely, type Transaction, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

export interface StoredSigningKey {
  readonly kid: string;
  readonly sealedPrivateKey: string;
  readonly publicJwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string };
  /** When it starts, or started, to sign. */
  readonly activatesAt: Date;
}

export interface KeyRotation {
  readonly next: StoredSigningKey;
  readonly at: Date;
  /** Until when the key that `next` replaces stays published. */
  readonly formerPublishedUntil: Date;
}

export type SigningKeyStore = ReturnType<typeof createSigningKeyStore>;

export function createSigningKeyStore(db: Kysely<SsoDatabase>) {
  /** One process at a time decides which keys there are. */
  const alone = <Result>(work: (trx: Transaction<SsoDatabase>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('sso.signing_keys'))`.execute(trx);
      return work(trx);
    });
  const insert = (trx: Transaction<SsoDatabase>, key: StoredSigningKey, at: Date) =>
    trx
      .insertInto('sso.signing_keys')
      .values({
        kid: key.kid,
        sealed_private_key: key.sealedPrivateKey,
        public_jwk: JSON.stringify(key.publicJwk),
        created_at: at,
        activates_at: key.activatesAt,
      })
      .execute();

  return {
    /** Every key that is published at a moment, the one that signs first of all first. */
    async published(at: Date): Promise<readonly StoredSigningKey[]> {
      const rows = await db
        .selectFrom('sso.signing_keys')
        .select(['kid', 'sealed_private_key', 'public_jwk', 'activates_at'])
        .where((eb) => eb.or([eb('published_until', 'is', null), eb('published_until', '>', at)]))
        .orderBy('activates_at', 'desc')
        .orderBy('kid')
        .execute();
      return rows.map((row) => ({
        kid: row.kid,
        sealedPrivateKey: row.sealed_private_key,
        publicJwk: { kty: 'RSA', n: String(row.public_jwk['n']), e: String(row.public_jwk['e']) },
        activatesAt: row.activates_at,
      }));
    },

    /** @returns false when there is a key already; then nothing is stored. */
    addFirst: (key: StoredSigningKey, at: Date): Promise<boolean> =>
      alone(async (trx) => {
        const known = await trx.selectFrom('sso.signing_keys').select('kid').limit(1).executeTakeFirst();
        if (known) return false;
        await insert(trx, key, at);
        return true;
      }),

    /** @returns the kid of the key that already waits for its time; undefined when `next` was stored. */
    rotate: ({ next, at, formerPublishedUntil }: KeyRotation): Promise<string | undefined> =>
      alone(async (trx) => {
        const waiting = await trx
          .selectFrom('sso.signing_keys')
          .select('kid')
          .where('activates_at', '>', at)
          .executeTakeFirst();
        if (waiting) return waiting.kid;
        await trx
          .updateTable('sso.signing_keys')
          .set({ retired_at: next.activatesAt, published_until: formerPublishedUntil })
          .where('retired_at', 'is', null)
          .execute();
        await insert(trx, next, at);
        return undefined;
      }),

    /** Deletes keys that are no longer published. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('sso.signing_keys')
        .where('published_until', '<', before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

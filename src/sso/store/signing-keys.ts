import { type Kysely, type Transaction, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { type AuditEvent, auditRow } from './audit-events.ts';

export interface NewSigningKey {
  readonly kid: string;
  readonly sealedPrivateKey: string;
  readonly publicJwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string };
  /** When it starts, or started, to sign. */
  readonly activatesAt: Date;
}

export interface StoredSigningKey extends NewSigningKey {
  /** When it stops, or stopped, to sign; null while no successor is known. */
  readonly retiredAt: Date | null;
}

/** When, and the request that asked, for the record. */
export type KeyOrder = Pick<AuditEvent, 'at' | 'requestId' | 'ip'>;

export interface KeyRotation {
  readonly next: NewSigningKey;
  /** Until when the key that `next` replaces stays published. */
  readonly formerPublishedUntil: Date;
}

export interface KeyWithdrawal {
  readonly kid: string;
  /** Signs from now on, unless there is a key that does already or was to follow. */
  readonly successor: NewSigningKey;
}

export type SigningKeyStore = ReturnType<typeof createSigningKeyStore>;

export function createSigningKeyStore(db: Kysely<SsoDatabase>) {
  /** One process at a time decides which keys there are. */
  const alone = <Result>(work: (trx: Transaction<SsoDatabase>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('sso.signing_keys'))`.execute(trx);
      return work(trx);
    });
  const record = (trx: Transaction<SsoDatabase>, event: AuditEvent) =>
    trx.insertInto('sso.audit_events').values(auditRow(event)).execute();
  const insert = async (
    trx: Transaction<SsoDatabase>,
    { kid, sealedPrivateKey, publicJwk, activatesAt }: NewSigningKey,
    by: KeyOrder,
  ) => {
    await trx
      .insertInto('sso.signing_keys')
      .values({
        kid,
        sealed_private_key: sealedPrivateKey,
        public_jwk: JSON.stringify(publicJwk),
        created_at: by.at,
        activates_at: activatesAt,
      })
      .execute();
    await record(trx, {
      ...by,
      event: 'signing_key_created',
      details: { kid, activatesAt: activatesAt.toISOString() },
    });
  };

  return {
    /** Every key that is published at a moment, the one that signs first of all first. */
    async published(at: Date): Promise<readonly StoredSigningKey[]> {
      const rows = await db
        .selectFrom('sso.signing_keys')
        .select(['kid', 'sealed_private_key', 'public_jwk', 'activates_at', 'retired_at'])
        .where((eb) => eb.or([eb('published_until', 'is', null), eb('published_until', '>', at)]))
        .orderBy('activates_at', 'desc')
        .orderBy('kid')
        .execute();
      return rows.map((row) => ({
        kid: row.kid,
        sealedPrivateKey: row.sealed_private_key,
        publicJwk: { kty: 'RSA', n: String(row.public_jwk['n']), e: String(row.public_jwk['e']) },
        activatesAt: row.activates_at,
        retiredAt: row.retired_at,
      }));
    },

    /** Stores the first key; when there is one already, nothing. */
    addFirst: (key: NewSigningKey, by: KeyOrder): Promise<void> =>
      alone(async (trx) => {
        const known = await trx.selectFrom('sso.signing_keys').select('kid').limit(1).executeTakeFirst();
        if (!known) await insert(trx, key, by);
      }),

    /** @returns the kid of the key that signs next: of `next`, or of one that already waits for its time. */
    rotate: ({ next, formerPublishedUntil }: KeyRotation, by: KeyOrder): Promise<string> =>
      alone(async (trx) => {
        const waiting = await trx
          .selectFrom('sso.signing_keys')
          .select('kid')
          .where('activates_at', '>', by.at)
          .where('retired_at', 'is', null)
          .executeTakeFirst();
        if (waiting) return waiting.kid;
        await trx
          .updateTable('sso.signing_keys')
          .set({ retired_at: next.activatesAt, published_until: formerPublishedUntil })
          .where('retired_at', 'is', null)
          .execute();
        await insert(trx, next, by);
        return next.kid;
      }),

    /**
     * Publishes a key no more. Of those that stay, the one that signs goes on, the one that waits begins at once; when
     * none stays, `successor` begins. Withdrawing twice changes nothing.
     *
     * @returns the kid of the key that signs now; undefined when no key has this kid.
     */
    withdraw: ({ kid, successor }: KeyWithdrawal, by: KeyOrder): Promise<string | undefined> =>
      alone(async (trx) => {
        const { at } = by;
        const known = await trx
          .selectFrom('sso.signing_keys')
          .select('published_until')
          .where('kid', '=', kid)
          .executeTakeFirst();
        if (!known) return undefined;
        await trx
          .updateTable('sso.signing_keys')
          .set({ retired_at: sql`least(retired_at, ${at})`, published_until: sql`least(published_until, ${at})` })
          .where('kid', '=', kid)
          .execute();
        const [current, next] = await trx
          .selectFrom('sso.signing_keys')
          .select('kid')
          .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', at)]))
          .orderBy('activates_at')
          .execute();
        if (!current) await insert(trx, successor, by);
        // Alone, whether a key waited before it or should have followed it.
        if (current && !next)
          await trx
            .updateTable('sso.signing_keys')
            .set({ activates_at: sql`least(activates_at, ${at})`, retired_at: null, published_until: null })
            .where('kid', '=', current.kid)
            .execute();
        const currentKid = current?.kid ?? successor.kid;
        if (known.published_until === null || known.published_until > at)
          await record(trx, { ...by, event: 'signing_key_withdrawn', details: { kid, currentKid } });
        return currentKid;
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

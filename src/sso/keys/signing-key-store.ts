import { type Kysely, sql, type Transaction } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { auditRow, type SsoAuditEvent } from '../administration/audit-store.ts';

export interface NewSigningKey {
  readonly kid: string;
  readonly sealedPrivateKey: string;
  readonly publicJwk: { readonly kty: 'RSA'; readonly n: string; readonly e: string };
  /** Start of signing. */
  readonly activatesAt: Date;
}

export interface StoredSigningKey extends NewSigningKey {
  /** End of signing; null while there is no successor. */
  readonly retiredAt: Date | null;
}

/** A key as old proofs need it. */
export interface FormerSigningKey extends Omit<StoredSigningKey, 'sealedPrivateKey'> {
  /** When an administrator revoked the key; null for a key that was rotated. */
  readonly revokedAt: Date | null;
}

/** Audit fields of a key change. */
export type SigningKeyChange = Pick<SsoAuditEvent, 'at' | 'requestId' | 'ip' | 'administrator'>;

interface SigningKeyRotation {
  readonly next: NewSigningKey;
  /** End of publication of the key that `next` replaces. */
  readonly formerPublishedUntil: Date;
}

interface SigningKeyRevocation {
  readonly kid: string;
  /** Signs from now on, unless another current or waiting key exists. */
  readonly successor: NewSigningKey;
}

export type SigningKeyStore = ReturnType<typeof createSigningKeyStore>;

export function createSigningKeyStore(db: Kysely<SsoDatabase>) {
  /** Serialises key changes across processes: each locks the first key, which is never deleted. */
  const serialize = <Result>(work: (trx: Transaction<SsoDatabase>) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('sso.signing_keys')
        .select('kid')
        .orderBy('created_at')
        .orderBy('kid')
        .limit(1)
        .forUpdate()
        .execute();
      return work(trx);
    });
  const record = (trx: Transaction<SsoDatabase>, event: SsoAuditEvent) =>
    trx.insertInto('sso.audit_events').values(auditRow(event)).execute();
  const insert = async (
    trx: Transaction<SsoDatabase>,
    { kid, sealedPrivateKey, publicJwk, activatesAt }: NewSigningKey,
    by: SigningKeyChange,
  ) => {
    const stored = await trx
      .insertInto('sso.signing_keys')
      .values({
        kid,
        sealed_private_key: sealedPrivateKey,
        public_jwk: JSON.stringify(publicJwk),
        created_at: by.at,
        activates_at: activatesAt,
      })
      // Of the first keys of several processes one is stored: one key at a time has no end.
      .onConflict((conflict) => conflict.doNothing())
      .returning('kid')
      .executeTakeFirst();
    if (!stored) return;
    await record(trx, {
      ...by,
      event: 'signing_key_created',
      details: { kid, activatesAt: activatesAt.toISOString() },
    });
  };

  return {
    /** Lists the keys published at `at`, the latest activation first. */
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
        sealedPrivateKey: row.sealed_private_key ?? '',
        publicJwk: publicJwkOf(row.public_jwk),
        activatesAt: row.activates_at,
        retiredAt: row.retired_at,
      }));
    },

    /** Lists every key that ever signed, or will sign, the earliest first. */
    async history(): Promise<readonly FormerSigningKey[]> {
      const rows = await db
        .selectFrom('sso.signing_keys')
        .select(['kid', 'public_jwk', 'activates_at', 'retired_at', 'withdrawn_at'])
        // A key that was revoked before its time never signed.
        .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', eb.ref('activates_at'))]))
        .orderBy('activates_at')
        .orderBy('kid')
        .execute();
      return rows.map((row) => ({
        kid: row.kid,
        publicJwk: publicJwkOf(row.public_jwk),
        activatesAt: row.activates_at,
        retiredAt: row.retired_at,
        revokedAt: row.withdrawn_at,
      }));
    },

    /** Stores the first key, unless a key exists. */
    addFirst: (key: NewSigningKey, by: SigningKeyChange): Promise<void> =>
      serialize(async (trx) => {
        const known = await trx.selectFrom('sso.signing_keys').select('kid').limit(1).executeTakeFirst();
        if (!known) await insert(trx, key, by);
      }),

    /** @returns the kid of the key that signs next: `next`, or one that already waits */
    rotate: ({ next, formerPublishedUntil }: SigningKeyRotation, by: SigningKeyChange): Promise<string> =>
      serialize(async (trx) => {
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
     * Removes a key from the key set. The current key continues; if it was revoked, the waiting key signs at once, or
     * else `successor`. Idempotent.
     *
     * @returns the kid of the key that signs now; undefined when no key has this kid.
     */
    revoke: ({ kid, successor }: SigningKeyRevocation, by: SigningKeyChange): Promise<string | undefined> =>
      serialize(async (trx) => {
        const { at } = by;
        const known = await trx
          .selectFrom('sso.signing_keys')
          .select('published_until')
          .where('kid', '=', kid)
          .executeTakeFirst();
        if (!known) return undefined;
        await trx
          .updateTable('sso.signing_keys')
          .set({
            retired_at: sql`least(retired_at, ${at})`,
            published_until: sql`least(published_until, ${at})`,
            withdrawn_at: sql`coalesce(withdrawn_at, ${at})`,
          })
          .where('kid', '=', kid)
          .execute();
        const [current, next] = await trx
          .selectFrom('sso.signing_keys')
          .select('kid')
          .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', at)]))
          .orderBy('activates_at')
          .execute();
        if (!current) await insert(trx, successor, by);
        // The only remaining key signs at once and has no retirement.
        if (current && !next)
          await trx
            .updateTable('sso.signing_keys')
            .set({ activates_at: sql`least(activates_at, ${at})`, retired_at: null, published_until: null })
            .where('kid', '=', current.kid)
            .execute();
        const currentKid = current?.kid ?? successor.kid;
        if (known.published_until === null || known.published_until > at)
          await record(trx, { ...by, event: 'signing_key_revoked', details: { kid, currentKid } });
        return currentKid;
      }),

    /** Erases the private half of keys whose publication ended before `before`; the public half stays as history. */
    async eraseExpired(before: Date): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('sso.signing_keys')
        .set({ sealed_private_key: null })
        .where('published_until', '<', before)
        .where('sealed_private_key', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}

const publicJwkOf = ({ n, e }: Record<string, unknown>) => ({ kty: 'RSA', n: String(n), e: String(e) }) as const;

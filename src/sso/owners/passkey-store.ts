import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { SsoDatabase } from '../database.ts';
import { lockActiveOwner, lockOwner } from './lock-owner-store.ts';
import type { ExpiringStore } from '../../runtime/jobs/delete-expired.ts';
import type { Authenticator } from '../caller/caller.ts';

export interface Passkey {
  readonly credentialId: string;
  readonly sub: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter; 0 for authenticators without one. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

type NewPasskey = Omit<Passkey, 'lastUsedAt'>;

/** `no_owner`: the owner was deleted or suspended concurrently. */
type PasskeyStored = 'stored' | 'exists' | 'limit' | 'no_owner';

export function createPasskeyStore(db: Kysely<SsoDatabase>) {
  return {
    byId: async (credentialId: string): Promise<Passkey | undefined> => {
      const row = await db
        .selectFrom('sso.passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return row && passkeyOf(row);
    },

    /** Lists the passkeys of an owner, the oldest first. */
    of: async (sub: string): Promise<readonly Passkey[]> => {
      const rows = await db
        .selectFrom('sso.passkeys')
        .selectAll()
        .where('owner_sub', '=', sub)
        .orderBy('created_at')
        .execute();
      return rows.map(passkeyOf);
    },

    /** Creates an owner with its first passkey. */
    addWithOwner: (passkey: NewPasskey): Promise<Extract<PasskeyStored, 'stored' | 'exists'>> =>
      inTransaction(db, async (trx) => {
        await trx.insertInto('sso.owners').values({ sub: passkey.sub, created_at: passkey.createdAt }).execute();
        if (await insert(trx, passkey)) return 'stored';
        await trx.deleteFrom('sso.owners').where('sub', '=', passkey.sub).execute();
        return 'exists';
      }),

    /** Adds a passkey to an owner with fewer than `limit` passkeys. */
    add: (passkey: NewPasskey, limit: number): Promise<PasskeyStored> =>
      inTransaction(db, async (trx) => {
        // The lock keeps concurrent registrations within the limit.
        if (!(await lockOwner(trx, passkey.sub)) || !(await lockActiveOwner(trx, passkey.sub))) return 'no_owner';
        const { count } = await trx
          .selectFrom('sso.passkeys')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_sub', '=', passkey.sub)
          .executeTakeFirstOrThrow();
        if (count >= limit) return 'limit';
        return (await insert(trx, passkey)) ? 'stored' : 'exists';
      }),

    /** Updates counter and last use. @returns false when the passkey was deleted */
    use: async (
      { credentialId, sub }: Pick<Passkey, 'credentialId' | 'sub'>,
      signCount: number,
      at: Date,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('sso.passkeys')
        .set({ sign_count: signCount, last_used_at: at })
        .where('credential_id', '=', credentialId)
        .where('owner_sub', '=', sub)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** @returns false when a passkey with this id exists */
async function insert(trx: Kysely<SsoDatabase>, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sso.passkeys')
    .values({
      credential_id: passkey.credentialId,
      owner_sub: passkey.sub,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function passkeyOf(row: Selectable<SsoDatabase['sso.passkeys']>): Passkey {
  return {
    credentialId: row.credential_id,
    sub: row.owner_sub,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

/** An open WebAuthn ceremony; its challenge is single-use. */
export type PasskeyCeremony =
  | { readonly kind: 'sign_in' }
  | {
      readonly kind: 'assertion';
      readonly sub: string;
      /** Canonical form of the confirmed action. */
      readonly action: string;
      /** What opened the challenge. */
      readonly authenticator: Authenticator | null;
    }
  | {
      readonly kind: 'registration';
      /** Owner of the passkey to register. */
      readonly sub: string;
      /** Whether the owner is created with the passkey. */
      readonly newOwner: boolean;
      /** Hash of the invite that a new owner uses. */
      readonly inviteHash?: string | undefined;
      /** Name of the passkey. */
      readonly name: string;
      /** Recovery code that authorises the registration and is consumed by it. */
      readonly recoveryCodeHash?: string | undefined;
      /** Link that authorises the registration and is consumed by it. */
      readonly deviceLinkHash?: string | undefined;
      /** What opened the challenge; null when a link, a recovery code or nobody did. */
      readonly authenticator?: Authenticator | null;
    };

export interface PasskeyChallengeStore extends ExpiringStore {
  open(challengeHash: string, ceremony: PasskeyCeremony, expiresAt: Date): Promise<void>;
  /** Consumes a challenge: of concurrent calls with one challenge, one succeeds. */
  consume<Kind extends PasskeyCeremony['kind']>(
    challengeHash: string,
    kind: Kind,
    now: Date,
  ): Promise<Extract<PasskeyCeremony, { readonly kind: Kind }> | undefined>;
}

export function createPasskeyChallengeStore(db: Kysely<SsoDatabase>): PasskeyChallengeStore {
  return {
    open: async (challengeHash, ceremony, expiresAt) => {
      await db
        .insertInto('sso.passkey_challenges')
        .values({
          challenge_hash: challengeHash,
          kind: ceremony.kind,
          owner_sub: ceremony.kind === 'sign_in' ? null : ceremony.sub,
          action: ceremony.kind === 'assertion' ? ceremony.action : null,
          invite_hash: ceremony.kind === 'registration' ? (ceremony.inviteHash ?? null) : null,
          new_owner: ceremony.kind === 'registration' ? ceremony.newOwner : null,
          name: ceremony.kind === 'registration' ? ceremony.name : null,
          recovery_code_hash: ceremony.kind === 'registration' ? ceremony.recoveryCodeHash : null,
          device_link_hash: ceremony.kind === 'registration' ? ceremony.deviceLinkHash : null,
          authenticator: ceremony.kind === 'sign_in' ? null : ceremony.authenticator,
          expires_at: expiresAt,
        })
        .execute();
    },

    consume: async (challengeHash, kind, now) => {
      const row = await db
        .deleteFrom('sso.passkey_challenges')
        .where('challenge_hash', '=', challengeHash)
        .where('kind', '=', kind)
        .returningAll()
        .executeTakeFirst();
      if (!row || row.expires_at <= now) return undefined;
      const ceremony = ceremonyOf(row);
      return isOf(kind, ceremony) ? ceremony : undefined;
    },

    deleteExpired: (before, limit) =>
      deleteFound(db, {
        table: 'sso.passkey_challenges',
        key: ['challenge_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}

function ceremonyOf(row: Selectable<SsoDatabase['sso.passkey_challenges']>): PasskeyCeremony {
  const { kind, owner_sub: sub, new_owner: newOwner, name, action, authenticator } = row;
  const inviteHash = row.invite_hash ?? undefined;
  // Check constraints guarantee the members of each kind.
  if (kind === 'assertion' && sub !== null && action !== null) return { kind, sub, action, authenticator };
  return kind === 'registration' && sub !== null && newOwner !== null && name !== null
    ? {
        kind,
        sub,
        newOwner,
        name,
        inviteHash,
        recoveryCodeHash: row.recovery_code_hash ?? undefined,
        deviceLinkHash: row.device_link_hash ?? undefined,
        authenticator,
      }
    : { kind: 'sign_in' };
}

function isOf<Kind extends PasskeyCeremony['kind']>(
  kind: Kind,
  ceremony: PasskeyCeremony,
): ceremony is Extract<PasskeyCeremony, { readonly kind: Kind }> {
  return ceremony.kind === kind;
}

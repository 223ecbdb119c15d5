import type { Kysely, Selectable } from 'kysely';
import type { ExpiringStore } from '../../runtime/delete-expired.ts';
import type { Authenticator } from '../authenticator.ts';
import type { PasskeyChallengeTable } from '../tables/owners.ts';
import type { SsoDatabase } from '../database.ts';

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

    deleteExpired: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('sso.passkey_challenges')
        .where('challenge_hash', 'in', (query) =>
          query
            .selectFrom('sso.passkey_challenges')
            .select('challenge_hash')
            .where('expires_at', '<', before)
            .orderBy('expires_at')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function ceremonyOf(row: Selectable<PasskeyChallengeTable>): PasskeyCeremony {
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

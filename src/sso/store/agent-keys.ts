import type { Kysely } from 'kysely';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { SsoDatabase } from '../database.ts';
import type { SessionEnd } from '../session.ts';
import { liveSessions } from './session-rows.ts';

/** What the provider knows of an agent's key. */
export interface AgentKey {
  readonly firstSeenAt: Date;
  /** Last revocation of a session with the key. */
  readonly revoked: { readonly at: Date; readonly reason: SessionEnd } | undefined;
  /** Whether a live session has the key. */
  readonly live: boolean;
}

/** An agent with a live session and a known Ed25519 key. */
export interface BoundAgent {
  readonly jwk: Ed25519Jwk;
  readonly ownerSub: string;
  /** What the agent calls itself, or the name of its application. */
  readonly name: string;
}

/** Reads the keys that triggers record whenever a session starts or ends. */
export function createAgentKeyStore(db: Kysely<SsoDatabase>) {
  return {
    /** @returns undefined when no session ever had the key */
    async find(jkt: string, at: Date): Promise<AgentKey | undefined> {
      const row = await db
        .selectFrom('sso.agent_keys as key')
        .select(['key.first_seen_at', 'key.revoked_at', 'key.revoked_reason'])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('sso.sessions as session')
                .select('session.id')
                .whereRef('session.jkt', '=', 'key.jkt')
                .where('session.revoked_at', 'is', null)
                .where('session.expires_at', '>', at),
            )
            .as('live'),
        )
        .where('key.jkt', '=', jkt)
        .executeTakeFirst();
      if (!row) return undefined;
      const { first_seen_at: firstSeenAt, revoked_at: revokedAt, revoked_reason: reason } = row;
      const revoked = revokedAt && reason ? { at: revokedAt, reason } : undefined;
      return { firstSeenAt, revoked, live: Boolean(row.live) };
    },

    /** Stores the public key of an agent for its directory; of another type it is left out. */
    async save({ jkt, jwk }: Pick<DpopProof, 'jkt' | 'jwk'>): Promise<void> {
      if (jwk.kty !== 'OKP') return;
      await db
        .updateTable('sso.agent_keys')
        .set({ public_jwk: JSON.stringify(jwk) })
        .where('jkt', '=', jkt)
        .where('public_jwk', 'is', null)
        .execute();
    },

    /** @returns undefined for a key that is unknown, revoked, or not bound to an owner now */
    async bound(jkt: string, at: Date): Promise<BoundAgent | undefined> {
      const row = await liveSessions(db, at)
        .innerJoin('sso.agent_keys as key', 'key.jkt', 'session.jkt')
        .select(['key.public_jwk', 'session.owner_sub', 'session.agent_name', 'client.name'])
        .where('session.jkt', '=', jkt)
        .where('key.public_jwk', 'is not', null)
        .orderBy('session.created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row?.public_jwk) return undefined;
      return { jwk: row.public_jwk, ownerSub: row.owner_sub, name: row.agent_name ?? row.name };
    },
  };
}

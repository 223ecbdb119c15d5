import { type Kysely, sql } from 'kysely';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { bindingsOfKeys, refusalOfKey } from './session-key-store.ts';
import type { SessionEnd } from '../sessions/session.ts';
import { activeSessions } from '../sessions/session-store.ts';

/** What the provider knows of an agent's key. */
export interface AgentKey {
  readonly firstSeenAt: Date;
  /** Last revocation of a session with the key. */
  readonly revoked: { readonly at: Date; readonly reason: SessionEnd } | undefined;
  /** Whether a live session has the key. */
  readonly live: boolean;
  /** Owner of the key, or the pseudonym of an erased one. */
  readonly ownerSub: string | null;
  /** Start of the time in which nothing that the key signed is trusted; null unless its owner reported it stolen. */
  readonly compromisedSince: Date | null;
}

interface CompromisedKeyReport {
  readonly jkt: string;
  readonly ownerSub: string;
  /** When the key was stolen; undefined: when it was first bound. */
  readonly since: Date | undefined;
  readonly at: Date;
}

/** An agent with an active session and a known Ed25519 key. */
interface BoundAgent {
  readonly jwk: Ed25519Jwk;
  readonly ownerSub: string;
  /** What the agent calls itself, or the name of its application. */
  readonly name: string;
}

/** Reads the keys that are recorded whenever a session starts or ends. */
export function createAgentKeyStore(db: Kysely<SsoDatabase>) {
  return {
    /** @returns undefined when no session ever had the key */
    async find(jkt: string, at: Date): Promise<AgentKey | undefined> {
      const row = await db
        // Read apart: a distributed engine takes no join of the rows of a key with those of an owner.
        .with('live', (query) =>
          query
            .selectFrom('sso.sessions')
            .select('id')
            .where('jkt', '=', jkt)
            .where('revoked_at', 'is', null)
            .where('expires_at', '>', at)
            .limit(1),
        )
        .selectFrom('sso.agent_keys as key')
        .select(['key.first_seen_at', 'key.revoked_at', 'key.revoked_reason', 'key.owner_sub', 'key.compromised_since'])
        .select((eb) => eb.exists(eb.selectFrom('live').select('live.id')).as('live'))
        .where('key.jkt', '=', jkt)
        .executeTakeFirst();
      if (!row) return undefined;
      const { first_seen_at: firstSeenAt, revoked_at: revokedAt, revoked_reason: reason } = row;
      const revoked = revokedAt && reason ? { at: revokedAt, reason } : undefined;
      const { owner_sub: ownerSub, compromised_since: compromisedSince } = row;
      return { firstSeenAt, revoked, live: Boolean(row.live), ownerSub, compromisedSince };
    },

    /** Returns why an owner cannot bind a key; undefined when they can. The first session of a key decides it again. */
    refusal: (jkt: string, ownerSub: string): Promise<KeyRefusal | undefined> => refusalOfKey(db, jkt, ownerSub),

    async isCompromised(jkt: string): Promise<boolean> {
      const [key] = await bindingsOfKeys(db, { jkt });
      return key !== undefined && key.compromised_since !== null;
    },

    /**
     * Marks a key of an owner as stolen, for good; a further report only moves the time to an earlier one. New sessions of the
     * key wait until the transaction ends, and are refused.
     *
     * @returns the start of the time; undefined when the owner never had the key
     */
    async reportCompromised({ jkt, ownerSub, since, at }: CompromisedKeyReport): Promise<Date | undefined> {
      // Sessions are locked before their key, as when one is revoked: sessions of many nodes, as no select could.
      await db
        .updateTable('sso.sessions')
        .set((eb) => ({ status_index: eb.ref('status_index') }))
        .where('jkt', '=', jkt)
        .where('owner_sub', '=', ownerSub)
        .execute();
      const row = await db
        .updateTable('sso.agent_keys')
        .set({
          // `least` ignores null.
          compromised_since: sql<Date>`least(compromised_since, coalesce(${since ?? null}::timestamptz, first_seen_at))`,
          revoked_at: sql<Date>`case when compromised_since is null then ${at}::timestamptz else revoked_at end`,
          revoked_reason: 'compromised',
        })
        .where('jkt', '=', jkt)
        .where('owner_sub', '=', ownerSub)
        .returning('compromised_since')
        .executeTakeFirst();
      return row?.compromised_since ?? undefined;
    },

    /** Replaces an erased owner by a pseudonym, so that nobody else can bind the keys. */
    async eraseOwner(ownerSub: string, pseudonym: string): Promise<void> {
      await db.updateTable('sso.agent_keys').set({ owner_sub: pseudonym }).where('owner_sub', '=', ownerSub).execute();
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

    /** @returns undefined for a key that is unknown, revoked, paused, or not bound to an owner now */
    async bound(jkt: string, at: Date): Promise<BoundAgent | undefined> {
      // Read apart: a key and its sessions have nodes of their own.
      const key = await db
        .selectFrom('sso.agent_keys')
        .select('public_jwk')
        .where('jkt', '=', jkt)
        .where('public_jwk', 'is not', null)
        .where('compromised_since', 'is', null)
        .executeTakeFirst();
      if (!key?.public_jwk) return undefined;
      const row = await activeSessions(db, at)
        .select(['session.owner_sub', 'session.agent_name', 'client.name'])
        .where('session.jkt', '=', jkt)
        // An application with pairwise subjects must not learn the session address from the key.
        .where('client.pairwise_sector', 'is', null)
        .orderBy('session.created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { jwk: key.public_jwk, ownerSub: row.owner_sub, name: row.agent_name ?? row.name };
    },
  };
}

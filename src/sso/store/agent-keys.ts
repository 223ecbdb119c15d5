import type { Kysely } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import type { SessionEnd } from '../session.ts';

/** What the provider knows of an agent's key. */
export interface AgentKey {
  readonly firstSeenAt: Date;
  /** Last revocation of a session with the key. */
  readonly revoked: { readonly at: Date; readonly reason: SessionEnd } | undefined;
  /** Whether a live session has the key. */
  readonly live: boolean;
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
  };
}

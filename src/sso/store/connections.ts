import type { Kysely } from 'kysely';
import { newestFirst } from '../../runtime/newest-first.ts';
import type { PagePosition } from '../../runtime/page.ts';
import type { SsoDatabase } from '../database.ts';
import type { ConnectedSessionRecord } from '../session.ts';
import { liveSessions, sessionOf } from './session-rows.ts';

export interface ConnectedSession extends ConnectedSessionRecord {
  readonly applicationName: string;
}

interface ListedSessions {
  readonly ownerSub: string;
  readonly at: Date;
  readonly limit: number;
  readonly after?: PagePosition | undefined;
}

interface RenamedSession {
  readonly id: string;
  readonly ownerSub: string;
  readonly name: string | null;
  readonly at: Date;
}

/** Reads and names live sessions as their owner sees them. */
export function createConnectionStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists live sessions of an owner, the most recently created first. `after` is the last one of the previous page. */
    async list({ ownerSub, at, limit, after }: ListedSessions): Promise<readonly ConnectedSession[]> {
      const rows = await liveSessions(db, at)
        .selectAll('session')
        .select('client.name as applicationName')
        .where('session.owner_sub', '=', ownerSub)
        .$call(newestFirst('session.created_at', 'session.id', { limit, after }))
        .execute();
      return rows.map((row) => ({ ...sessionOf(row), applicationName: row.applicationName }));
    },

    /** Renames a live session; null returns to the names that are known. @returns undefined when the owner has no such one */
    async rename({ id, ownerSub, name, at }: RenamedSession): Promise<ConnectedSession | undefined> {
      const renamed = await db
        .updateTable('sso.sessions')
        .set({ name })
        .where('id', '=', id)
        .where('owner_sub', '=', ownerSub)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!renamed) return undefined;
      const row = await liveSessions(db, at)
        .selectAll('session')
        .select('client.name as applicationName')
        .where('session.id', '=', id)
        .executeTakeFirst();
      return row && { ...sessionOf(row), applicationName: row.applicationName };
    },
  };
}

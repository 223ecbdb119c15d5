import { type Kysely, type Selectable, sql } from 'kysely';
import type { BackendDatabase, UserTable } from '../database.ts';

export type UserRow = Selectable<UserTable>;

export interface SeenUser {
  /** Id to use if the row is inserted. */
  readonly id: string;
  readonly platformId: string;
  readonly at: Date;
}

export function createUserStore(db: Kysely<BackendDatabase>) {
  return {
    /** Creates the user or updates the last-seen time, in one statement: of concurrent first calls, one inserts the row. */
    recordSeen: ({ id, platformId, at }: SeenUser): Promise<UserRow> =>
      db
        .insertInto('backend.users')
        .values({ id, platform_id: platformId, created_at: at, updated_at: at })
        .onConflict((conflict) =>
          // Clocks of machines differ; the later time wins.
          conflict
            .column('platform_id')
            .doUpdateSet({ updated_at: sql`greatest(users.updated_at, excluded.updated_at)` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

export type UserStore = ReturnType<typeof createUserStore>;

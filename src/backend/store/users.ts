import { type Kysely, type Selectable, sql } from 'kysely';
import type { BackendDatabase, UserTable } from '../database.ts';

export type UserRow = Selectable<UserTable>;

export interface SeenUser {
  /** Of the row, should this be the first time. */
  readonly id: string;
  readonly platformId: string;
  readonly at: Date;
}

export function createUserStore(db: Kysely<BackendDatabase>) {
  return {
    /** Creates the user or marks them as seen, in one statement: of many first calls at once one creates. */
    seen: ({ id, platformId, at }: SeenUser): Promise<UserRow> =>
      db
        .insertInto('backend.users')
        .values({ id, platform_id: platformId, created_at: at, updated_at: at })
        .onConflict((conflict) =>
          // Machines do not have the same clock; what was seen later stays.
          conflict
            .column('platform_id')
            .doUpdateSet({ updated_at: sql`greatest(users.updated_at, excluded.updated_at)` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

export type UserStore = ReturnType<typeof createUserStore>;

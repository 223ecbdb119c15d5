import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
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
        .values({ bucket: bucketOf(platformId), id, platform_id: platformId, created_at: at, updated_at: at })
        .onConflict((conflict) =>
          // Clocks of machines differ; the later time wins.
          conflict
            .columns(['bucket', 'platform_id'])
            .doUpdateSet({ updated_at: sql`greatest(users.updated_at, excluded.updated_at)` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

/** Makes invoices that a person creates at the same time, and the erasure of the person, wait for the end of the transaction. */
export async function lockUser(trx: Transaction<BackendDatabase>, user: SeenUser): Promise<void> {
  const { platformId } = user;
  const known = await trx
    .selectFrom('backend.users')
    .select('id')
    .where('bucket', '=', bucketOf(platformId))
    .where('platform_id', '=', platformId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The person was erased after the request had been authenticated.
  if (known === undefined) await createUserStore(trx).recordSeen(user);
}

export type UserStore = ReturnType<typeof createUserStore>;

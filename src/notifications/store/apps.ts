import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { NotificationsDatabase } from '../database.ts';

export interface App {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface NewApp extends App {
  /** Null for the demo app of a fresh installation, which has no owner. */
  readonly ownerSub: string | null;
}

const columns = ['id', 'name', 'created_at as createdAt'] as const;

export function createAppStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** @returns false, without a change, when the owner already has `maxApps` apps */
    async create({ id, ownerSub, name, createdAt }: NewApp, maxApps: number): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        // Serializes creations of one owner, so that the count below stays true.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`notifications.apps ${ownerSub}`}, 0))`.execute(trx);
        const { count } = await trx
          .selectFrom('notifications.apps')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('owner_sub', '=', ownerSub)
          .executeTakeFirstOrThrow();
        if (count >= maxApps) return false;
        await trx
          .insertInto('notifications.apps')
          .values({ id, owner_sub: ownerSub, name, created_at: createdAt })
          .execute();
        return true;
      });
    },

    /** Creates an app with a fixed id unless it exists. */
    async createIfAbsent({ id, ownerSub, name, createdAt }: NewApp): Promise<void> {
      await db
        .insertInto('notifications.apps')
        .values({ id, owner_sub: ownerSub, name, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Finds an app of this owner. */
    async findOwned(id: string, ownerSub: string): Promise<App | undefined> {
      return db
        .selectFrom('notifications.apps')
        .select(columns)
        .where('id', '=', id)
        .where('owner_sub', '=', ownerSub)
        .executeTakeFirst();
    },

    async find(id: string): Promise<App | undefined> {
      return db.selectFrom('notifications.apps').select(columns).where('id', '=', id).executeTakeFirst();
    },

    /** Lists the owner's apps, newest first. */
    async list({ ownerSub, after, limit }: AppsAfter): Promise<App[]> {
      return db
        .selectFrom('notifications.apps')
        .select(columns)
        .where('owner_sub', '=', ownerSub)
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },
  };
}

export interface AppsAfter {
  readonly ownerSub: string;
  readonly after: string | undefined;
  readonly limit: number;
}

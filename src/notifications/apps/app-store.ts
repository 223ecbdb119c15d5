import { type Kysely, sql } from 'kysely';
import { inTransaction, sqlInterval } from '../../runtime/database/queries.ts';
import { type DeletedRows } from '../../runtime/database/delete-found.ts';
import { reportFailingAfterMs } from '../../runtime/webhooks/delivery-attempt.ts';
import type { MemberRole, NotificationsDatabase } from '../database.ts';
import { systemApp } from '../sends/notification.ts';
import { type EndpointHealth, healthOfEndpoint } from '../webhooks/webhook-store.ts';
import { countOwnedApps, takeAppOfOwner } from './member-store.ts';
import { deleteRouted } from './route-store.ts';

interface App {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** An app as one of its members sees it. */
export interface MemberApp extends App {
  readonly role: MemberRole;
  /** `data:` URL; null for none. */
  readonly icon: string | null;
  /** Null unless it is deleted. */
  readonly deletedAt: Date | null;
  readonly hasWebhook: boolean;
  /** `failing`: every attempt at its webhook failed for an hour. */
  readonly webhookProblem: 'failing' | 'paused' | null;
}

interface NewApp extends App {
  /** Null for the demo app of a fresh installation, which has no owner. */
  readonly ownerSub: string | null;
}

interface AppsAfter {
  /** The member. */
  readonly sub: string;
  /** Whether to list deleted apps instead of the others. */
  readonly deleted: boolean;
  readonly after: string | undefined;
  readonly limit: number;
}

/** A deleted app can be restored for this time, milliseconds. */
export const restorableMs = 30 * 24 * 60 * 60 * 1000;

const columns = ['id', 'name', 'created_at as createdAt'] as const;

export function createAppStore(db: Kysely<NotificationsDatabase>) {
  /** Apps with the role of one person; null for those of others. */
  const appsOf = (sub: string) =>
    db
      .selectFrom('notifications.apps as app')
      .leftJoin('notifications.app_members as member', (join) =>
        join.onRef('member.app_id', '=', 'app.id').on('member.sub', '=', sub),
      )
      .leftJoin('notifications.webhooks as webhook', 'webhook.app_id', 'app.id')
      .select(['app.id', 'app.name', 'app.created_at as createdAt', 'app.icon', 'app.deleted_at as deletedAt'])
      .select(sql<boolean>`webhook.app_id is not null`.as('hasWebhook'))
      .select(
        sql<MemberApp['webhookProblem']>`case when webhook.paused_at is not null then 'paused'
          when webhook.failing_since <= webhook.failed_at - ${sqlInterval(reportFailingAfterMs)} then 'failing' end`.as(
          'webhookProblem',
        ),
      )
      .select(sql<MemberRole | null>`case when app.owner_sub = ${sub} then 'owner' else member.role end`.as('role'));

  return {
    /** @returns false, without a change, when the owner already has `maxApps` apps */
    async create({ id, ownerSub, name, createdAt }: NewApp, maxApps: number): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        if (ownerSub !== null && !(await takeAppOfOwner(trx, ownerSub, maxApps))) return false;
        await trx
          .insertInto('notifications.apps')
          .values({ id, owner_sub: ownerSub, name, created_at: createdAt })
          .execute();
        return true;
      });
    },

    /** Creates an app with a fixed id unless it exists. */
    async createIfAbsent({ id, ownerSub, name, createdAt }: NewApp): Promise<void> {
      await inTransaction(db, async (trx) => {
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('notifications.apps')
          .values({ id, owner_sub: ownerSub, name, created_at: createdAt })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows > 0n && ownerSub !== null) await countOwnedApps(trx, { [ownerSub]: 1 });
      });
    },

    /** Finds an app of which the person is a member, also a deleted one. */
    async findForMember(id: string, sub: string): Promise<MemberApp | undefined> {
      const row = await appsOf(sub).where('app.id', '=', id).executeTakeFirst();
      return row && withRole(row);
    },

    /** Finds an app that is not deleted. */
    async find(id: string): Promise<App | undefined> {
      return db
        .selectFrom('notifications.apps')
        .select(columns)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    },

    /** Lists the apps of a member, newest first. */
    async list({ sub, deleted, after, limit }: AppsAfter): Promise<MemberApp[]> {
      const rows = await appsOf(sub)
        .where(
          'app.id',
          'in',
          sql<string>`(select id from notifications.apps where owner_sub = ${sub}
            union all select app_id from notifications.app_members where sub = ${sub})`,
        )
        .where('app.deleted_at', deleted ? 'is not' : 'is', null)
        .$if(after !== undefined, (query) => query.where('app.id', '<', after ?? ''))
        .orderBy('app.id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => withRole(row) ?? []);
    },

    async update(
      id: string,
      { name, icon }: { readonly name?: string | undefined; readonly icon?: string | null | undefined },
    ): Promise<void> {
      await db
        .updateTable('notifications.apps')
        .set({ ...(name !== undefined && { name }), ...(icon !== undefined && { icon }) })
        .where('id', '=', id)
        .execute();
    },

    /** Marks an app as deleted, or as not deleted with null. A repeated deletion keeps the first time. */
    async setDeleted(id: string, deletedAt: Date | null): Promise<void> {
      await db
        .updateTable('notifications.apps')
        .set({ deleted_at: deletedAt === null ? null : sql<Date>`coalesce(deleted_at, ${deletedAt}::timestamptz)` })
        .where('id', '=', id)
        .execute();
    },
  };
}

function withRole<Row extends { readonly role: MemberRole | null }>(
  row: Row,
): (Row & { readonly role: MemberRole }) | undefined {
  const { role } = row;
  return role === null ? undefined : { ...row, role };
}

/** Apps that one call erases. */
const appsAtOnce = 20;

/** Tables with rows of an app, with their primary keys. Attempts follow their deliveries; the audit stays. */
const tables: Readonly<Record<string, DeletedRows['key']>> = {
  api_keys: ['app_id', 'id'],
  activity_seen: ['app_id', 'sub'],
  member_names: ['app_id', 'sub'],
  app_members: ['app_id', 'sub'],
  consents: ['app_id', 'session_address'],
  prompt_budgets: ['app_id', 'session_address'],
  notifications: ['app_id', 'id'],
  idempotency_keys: ['app_id', 'key'],
  outcomes: ['app_id', 'notification_id', 'status'],
  usage_counts: ['app_id', 'day', 'status', 'slot'],
  deliveries: ['app_id', 'id'],
  webhooks: ['app_id'],
};

/**
 * Erases apps that were deleted 30 days ago, up to `limit` rows of each table: first their rows, then the apps.
 *
 * @returns the number of deleted rows; 0 when nothing is left to erase
 */
export async function eraseDeletedApps(db: Kysely<NotificationsDatabase>, now: Date, limit: number): Promise<number> {
  const apps = await db
    .selectFrom('notifications.apps')
    .select('id')
    .where('deleted_at', '<=', new Date(now.getTime() - restorableMs))
    .orderBy('deleted_at')
    .limit(appsAtOnce)
    .execute();
  if (apps.length === 0) return 0;
  const ids = sql.join(apps.map(({ id }) => id));
  let deleted = 0;
  for (const [name, key] of Object.entries(tables))
    deleted += await deleteRouted(db, {
      table: `notifications.${name}`,
      key,
      condition: sql`app_id in (${ids})`,
      limit,
    });
  const remaining = Object.keys(tables).map(
    (name) => sql`not exists (select from ${sql.table(`notifications.${name}`)} where app_id = app.id)`,
  );
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ readonly ownerSub: string | null }>`
      delete from notifications.apps as app where app.id in (${ids}) and ${sql.join(remaining, sql` and `)}
      returning owner_sub as "ownerSub"`.execute(trx);
    const owners = Map.groupBy(
      rows.flatMap(({ ownerSub }) => ownerSub ?? []),
      (ownerSub) => ownerSub,
    );
    await countOwnedApps(trx, Object.fromEntries([...owners].map(([ownerSub, { length }]) => [ownerSub, -length])));
    return deleted + rows.length;
  });
}

/** State of a webhook that operators filter by. */
type WebhookHealthState = 'healthy' | 'failing' | 'paused';

interface AdministeredApps {
  readonly webhook: WebhookHealthState | undefined;
  readonly ownerSub: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export interface AdministeredApp extends App {
  readonly ownerSub: string | null;
  readonly ownerName: string | null;
  /** Null without a webhook. */
  readonly webhook:
    | (EndpointHealth & {
        readonly url: string;
        readonly pausedAt: Date | null;
        readonly failingSince: Date | null;
      })
    | null;
}

/** Reads what operators see of the apps of all developers. */
export function createAppAdministrationStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Counts the apps of developers that are not deleted, up to `most`. */
    count: async (most: number): Promise<number> => {
      const apps = db
        .selectFrom('notifications.apps')
        .select('id')
        .where('deleted_at', 'is', null)
        .where('owner_sub', 'is not', null)
        .limit(most);
      const { count } = await db
        .selectFrom(apps.as('app'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Lists apps but the platform's own, newest first. */
    async list({ webhook, ownerSub, after, limit }: AdministeredApps): Promise<readonly AdministeredApp[]> {
      const rows = await db
        .selectFrom('notifications.apps as app')
        .leftJoin('notifications.member_names as owner', (join) =>
          join.onRef('owner.app_id', '=', 'app.id').onRef('owner.sub', '=', 'app.owner_sub'),
        )
        .leftJoin('notifications.webhooks as webhook', 'webhook.app_id', 'app.id')
        .select([
          'app.id',
          'app.name',
          'app.created_at as createdAt',
          'app.owner_sub as ownerSub',
          'owner.name as ownerName',
          'webhook.url',
          'webhook.paused_at as pausedAt',
          'webhook.failing_since as failingSince',
        ])
        .where('app.deleted_at', 'is', null)
        .where('app.id', '!=', systemApp.id)
        .$if(ownerSub !== undefined, (query) => query.where('app.owner_sub', '=', ownerSub ?? ''))
        .$if(after !== undefined, (query) => query.where('app.id', '<', after ?? ''))
        .$if(webhook === 'paused', (query) => query.where('webhook.paused_at', 'is not', null))
        .$if(webhook === 'failing', (query) =>
          query.where('webhook.paused_at', 'is', null).where('webhook.failing_since', 'is not', null),
        )
        .$if(webhook === 'healthy', (query) =>
          query
            .where('webhook.app_id', 'is not', null)
            .where('webhook.paused_at', 'is', null)
            .where('webhook.failing_since', 'is', null),
        )
        .orderBy('app.id', 'desc')
        .limit(limit)
        .execute();
      const apps: AdministeredApp[] = [];
      for (const { id, name, createdAt, ownerSub: owner, ownerName, url, pausedAt, failingSince } of rows) {
        const endpoint = url === null ? null : { url, pausedAt, failingSince, ...(await healthOfEndpoint(db, id)) };
        apps.push({ id, name, createdAt, ownerSub: owner, ownerName, webhook: endpoint });
      }
      return apps;
    },
  };
}

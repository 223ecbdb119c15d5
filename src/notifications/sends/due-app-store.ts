import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hasState } from '../../runtime/database/database-errors.ts';
import { isUnleased } from '../../runtime/jobs/lease.ts';
import type { NotificationsDatabase } from '../database.ts';

/** Due rows in one query. */
const maxDueRows = 1_000;
/** Apps in one query. */
const appsPerQuery = 200;
const firstApp = '00000000-0000-0000-0000-000000000000';

/** Maximum number of rows to claim of an app. */
export interface AppCapacity {
  readonly appId: string;
  readonly capacity: number;
}

/** An app with rows that are due. */
export interface DueApp {
  readonly appId: string;
  /** Whether its endpoint has failed since its last success. */
  readonly failing: boolean;
}

/** Which rows of which table are scheduled. */
interface DueQueue {
  readonly table: 'deliveries' | 'notifications';
  /** SQL condition of the partial indexes that are read. */
  readonly scheduled?: RawBuilder<boolean>;
  /** Returns which of some apps have a failing endpoint. */
  readonly failing?: (appIds: readonly string[]) => Promise<readonly string[]>;
}

const anyScheduled = sql<boolean>`due_at is not null`;

/**
 * Finds all apps with due rows that no worker holds. Costs what is due: rows that are scheduled for later are not read. Of a backlog of more
 * than `maxDueRows` rows, which may belong to one app, it reads one row per app with scheduled rows instead.
 */
export async function findDueApps(
  db: Kysely<NotificationsDatabase>,
  queue: DueQueue,
  now: Date,
): Promise<readonly DueApp[]> {
  const { table, scheduled = anyScheduled, failing } = queue;
  const { rows } = await sql<{ readonly appId: string; readonly dueRows: number }>`
    with due as (
      select app_id from ${sql.table(`notifications.${table}`)}
      where ${scheduled} and due_at <= ${now} and ${isUnleased(now)} order by due_at limit ${maxDueRows + 1}
    )
    select app_id as "appId", count(*) as "dueRows" from due group by app_id`.execute(db);
  const dueRows = rows.reduce((sum, row) => sum + row.dueRows, 0);
  const appIds = dueRows <= maxDueRows ? rows.map(({ appId }) => appId) : await findAppsOfBacklog(db, queue, now);
  const failed = appIds.length === 0 || !failing ? [] : await failing(appIds);
  return appIds.map((appId) => ({ appId, failing: failed.includes(appId) }));
}

/** SQLSTATE of a statement that a distributed engine cannot run: feature_not_supported. */
const refused = '0A000';

/** Returns up to `appsPerQuery` apps after one, and whether they have due rows. */
type ReadApps = (after: string) => Promise<readonly { readonly appId: string; readonly due: boolean }[]>;

/** Finds the apps with due rows by one index read per app with scheduled rows, regardless of their number. */
async function findAppsOfBacklog(
  db: Kysely<NotificationsDatabase>,
  { table, scheduled: isScheduled = anyScheduled }: DueQueue,
  now: Date,
): Promise<readonly string[]> {
  const scheduled = sql.table(`notifications.${table}`);
  const dueOf = (app: RawBuilder<unknown>) => sql`exists (
    select from ${scheduled}
    where app_id = ${app} and due_at <= ${now} and ${isScheduled} and ${isUnleased(now)})`;
  const read = async (query: RawBuilder<{ readonly appId: string; readonly due: boolean }>) =>
    (await query.execute(db)).rows;
  const byIndex: ReadApps = (after) =>
    read(sql`
      with recursive app (id, position) as (
        (select app_id, 1 from ${scheduled} where ${isScheduled} and app_id > ${after} order by app_id limit 1)
        union all
        select next.app_id, app.position + 1 from app, lateral (
          select app_id from ${scheduled}
          where ${isScheduled} and app_id > app.id order by app_id limit 1) as next
        where app.position < ${appsPerQuery}
      )
      select id as "appId", ${dueOf(sql`app.id`)} as due from app order by position`);
  // Distributed engines take no recursion over all keys: each node looks at its apps.
  const byNode: ReadApps = (after) =>
    read(sql`
      select app.id as "appId", true as due from notifications.apps as app
      where app.id > ${after} and ${dueOf(sql`app.id`)} order by app.id limit ${appsPerQuery}`);
  const findAfter = async (after: string, readApps: ReadApps): Promise<readonly string[]> => {
    const rows = await readApps(after);
    const due = rows.filter((row) => row.due).map(({ appId }) => appId);
    const last = rows.length < appsPerQuery ? undefined : rows.at(-1)?.appId;
    return last === undefined ? due : [...due, ...(await findAfter(last, readApps))];
  };
  try {
    return await findAfter(firstApp, byIndex);
  } catch (error) {
    if (!hasState(error, refused)) throw error;
    return findAfter(firstApp, byNode);
  }
}

/**
 * Claims rows of one app after another, in order of service. Each statement claims rows of one app, which are on one node of a
 * distributed database.
 *
 * @param limit maximum number of rows of all apps
 */
export async function claimByApp<Row>(
  capacities: readonly AppCapacity[],
  limit: number,
  claim: (app: AppCapacity) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const claimed: Row[] = [];
  for (const { appId, capacity } of capacities) {
    const free = Math.min(capacity, limit - claimed.length);
    if (free > 0) claimed.push(...(await claim({ appId, capacity: free })));
  }
  return claimed;
}

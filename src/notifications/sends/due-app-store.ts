import { type Kysely, type RawBuilder, sql } from 'kysely';
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
export interface DueQueue {
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

/** Finds the apps with due rows by one index read per app with scheduled rows, regardless of their number. */
async function findAppsOfBacklog(
  db: Kysely<NotificationsDatabase>,
  { table, scheduled: isScheduled = anyScheduled }: DueQueue,
  now: Date,
): Promise<readonly string[]> {
  const scheduled = sql.table(`notifications.${table}`);
  const findAfter = async (after: string): Promise<readonly string[]> => {
    const { rows } = await sql<{ readonly appId: string; readonly due: boolean }>`
      with recursive app (id, position) as (
        (select app_id, 1 from ${scheduled} where ${isScheduled} and app_id > ${after} order by app_id limit 1)
        union all
        select next.app_id, app.position + 1 from app, lateral (
          select app_id from ${scheduled}
          where ${isScheduled} and app_id > app.id order by app_id limit 1) as next
        where app.position < ${appsPerQuery}
      )
      select id as "appId",
        exists (
          select from ${scheduled}
          where app_id = app.id and due_at <= ${now} and ${isScheduled} and ${isUnleased(now)}) as due
      from app order by position`.execute(db);
    const due = rows.filter((row) => row.due).map(({ appId }) => appId);
    const last = rows.length < appsPerQuery ? undefined : rows.at(-1)?.appId;
    return last === undefined ? due : [...due, ...(await findAfter(last))];
  };
  return findAfter(firstApp);
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

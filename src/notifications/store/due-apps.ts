import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

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

/**
 * Finds all apps with due rows. Costs one index read per app with scheduled rows, regardless of their number.
 *
 * @param scheduled SQL condition of the partial index that is read
 * @param failing SQL condition on `app.id`
 */
export async function findDueApps(
  db: Kysely<NotificationsDatabase>,
  {
    table,
    scheduled: isScheduled = sql<boolean>`due_at is not null`,
    failing,
  }: {
    readonly table: 'deliveries' | 'notifications';
    readonly scheduled?: RawBuilder<boolean>;
    readonly failing: RawBuilder<boolean>;
  },
  now: Date,
): Promise<readonly DueApp[]> {
  const scheduled = sql.table(`notifications.${table}`);
  const findAfter = async (after: string): Promise<readonly DueApp[]> => {
    const { rows } = await sql<DueApp & { readonly due: boolean }>`
      with recursive app (id, position) as (
        (select app_id, 1 from ${scheduled} where ${isScheduled} and app_id > ${after} order by app_id limit 1)
        union all
        select next.app_id, app.position + 1 from app, lateral (
          select app_id from ${scheduled}
          where ${isScheduled} and app_id > app.id order by app_id limit 1) as next
        where app.position < ${appsPerQuery}
      )
      select id as "appId", ${failing} as failing,
        exists (select from ${scheduled} where app_id = app.id and due_at <= ${now} and ${isScheduled}) as due
      from app order by position`.execute(db);
    const due = rows.filter((row) => row.due);
    const last = rows.length < appsPerQuery ? undefined : rows.at(-1)?.appId;
    return last === undefined ? due : [...due, ...(await findAfter(last))];
  };
  return findAfter(firstApp);
}

/** SQL table `candidate (app_id, capacity, position)` of apps in order of service. */
export function capacityTable(capacities: readonly AppCapacity[]): RawBuilder<unknown> {
  return sql`rows from (
    jsonb_to_recordset(${JSON.stringify(capacities)}::jsonb) as ("appId" uuid, capacity integer)
  ) with ordinality as candidate (app_id, capacity, position)`;
}

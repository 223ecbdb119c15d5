import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Apps that one look goes over. */
const appsPerLook = 200;
const firstApp = '00000000-0000-0000-0000-000000000000';

/** What an app may be given of that which is due. */
export interface Room {
  readonly appId: string;
  readonly room: number;
}

/** An app with rows that are due. */
export interface DueApp {
  readonly appId: string;
  /** Its endpoint has failed since its last success. */
  readonly failing: boolean;
}

/**
 * All apps with rows of a table that are due: one index read for each app with scheduled ones, however many it has.
 *
 * @param failing says so of the `app.id` of the statement
 */
export async function findDueApps(
  db: Kysely<NotificationsDatabase>,
  { table, failing }: { readonly table: 'deliveries' | 'notifications'; readonly failing: RawBuilder<boolean> },
  now: Date,
): Promise<readonly DueApp[]> {
  const scheduled = sql.table(`notifications.${table}`);
  const look = async (after: string): Promise<readonly DueApp[]> => {
    const { rows } = await sql<DueApp & { readonly due: boolean }>`
      with recursive app (id, place) as (
        (select app_id, 1 from ${scheduled} where due_at is not null and app_id > ${after} order by app_id limit 1)
        union all
        select next.app_id, app.place + 1 from app, lateral (
          select app_id from ${scheduled}
          where due_at is not null and app_id > app.id order by app_id limit 1) as next
        where app.place < ${appsPerLook}
      )
      select id as "appId", ${failing} as failing,
        exists (select from ${scheduled} where app_id = app.id and due_at <= ${now}) as due
      from app order by place`.execute(db);
    const due = rows.filter((row) => row.due);
    const last = rows.length < appsPerLook ? undefined : rows.at(-1)?.appId;
    return last === undefined ? due : [...due, ...(await look(last))];
  };
  return look(firstApp);
}

/** Apps with their room, in this order, as the table `turn`: app_id, room, place. */
export function roomTable(room: readonly Room[]): RawBuilder<unknown> {
  return sql`rows from (
    jsonb_to_recordset(${JSON.stringify(room)}::jsonb) as ("appId" uuid, room integer)
  ) with ordinality as turn (app_id, room, place)`;
}

import { type Kysely, sql } from 'kysely';
import { type DeletedRows, deleteFound } from '../../runtime/database/delete-found.ts';
import type { NotificationsDatabase } from '../database.ts';

// Rows of an app are found by its id. These tables lead there from what else is known: an API key, a person.

/** Returns the apps that a person has decided about. */
export async function appsOfRecipient(
  db: Kysely<NotificationsDatabase>,
  sessionAddress: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('notifications.recipient_apps')
    .select('app_id as appId')
    .where('session_address', '=', sessionAddress)
    .execute();
  return rows.map(({ appId }) => appId);
}

/** Records that a person has decided about an app. After the decision, whose row an erasure of the person locks first. */
export async function addRecipientApp(
  trx: Kysely<NotificationsDatabase>,
  { sessionAddress, appId }: { readonly sessionAddress: string; readonly appId: string },
): Promise<void> {
  await trx
    .insertInto('notifications.recipient_apps')
    .values({ session_address: sessionAddress, app_id: appId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What leads to the rows of a table, and the columns that both have. */
const routes: Readonly<Record<string, { readonly table: string; readonly columns: readonly string[] }>> = {
  'notifications.api_keys': { table: 'notifications.api_key_apps', columns: ['key_hash'] },
  'notifications.consents': { table: 'notifications.recipient_apps', columns: ['session_address', 'app_id'] },
};

/** Deletes up to `limit` rows of a condition, before them what leads there. @returns the number of deleted rows */
export async function deleteRouted(db: Kysely<NotificationsDatabase>, deleted: DeletedRows): Promise<number> {
  const { table, condition, limit } = deleted;
  const route = routes[table];
  if (route === undefined) return deleteFound(db, deleted);
  const columns = sql.join(route.columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${columns} from ${sql.table(table)} as found where ${condition} limit ${limit}`.execute(db);
  if (rows.length === 0) return 0;
  const found = sql.join(rows.map((row) => sql`(${sql.join(route.columns.map((column) => row[column]))})`));
  await sql`delete from ${sql.table(route.table)} where (${columns}) in (${found})`.execute(db);
  return deleteFound(db, { ...deleted, condition: sql`(${columns}) in (${found}) and ${condition}` });
}

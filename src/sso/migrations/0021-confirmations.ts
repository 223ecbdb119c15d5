import { type Kysely, sql } from 'kysely';

export const name = '0021-confirmations';

/** Adds the action that a ceremony was for (`acr`), and the ceremony of a console session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso.authorization_requests add column acr text`.execute(db);
  await sql`alter table sso.sessions add column acr text`.execute(db);
  await sql`alter table sso.console_sessions add column confirmed_at timestamptz`.execute(db);
  await sql`update sso.console_sessions set confirmed_at = created_at`.execute(db);
  await sql`alter table sso.console_sessions alter column confirmed_at set not null`.execute(db);
}

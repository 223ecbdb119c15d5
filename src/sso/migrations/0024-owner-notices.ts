import { type Kysely, sql } from 'kysely';

export const name = '0024-owner-notices';

/** How far an owner has seen changes of their credentials. Owners of before begin with today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso.owners add column notices_seen_through bigint`.execute(db);
  await sql`
    update sso.owners set notices_seen_through = (select coalesce(max(id), 0) from sso.audit_events)`.execute(db);
}

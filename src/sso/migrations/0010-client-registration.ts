import { type Kysely, sql } from 'kysely';

export const name = '0010-client-registration';

/** Adds applications that register themselves: by a metadata document, whose URL is their address, or by RFC 7591. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column registration text not null default 'administrator' check (
        registration in ('administrator', 'metadata', 'dynamic')
      ),
      add column metadata_fresh_until timestamptz,
      drop constraint clients_address_check,
      add constraint clients_address_check check (
        address ~ '^[0-9a-f]{32}$' or (registration = 'metadata' and address ~ '^https?://' and length(address) <= 256)
      ),
      add check ((registration = 'metadata') = (metadata_fresh_until is not null))`.execute(db);
  await sql`
    create index clients_self_registered on sso.clients (created_at)
    where registration <> 'administrator'`.execute(db);
}

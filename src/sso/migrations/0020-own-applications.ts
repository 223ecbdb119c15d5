import { type Kysely, sql } from 'kysely';

export const name = '0020-own-applications';

/** Adds the kind of an application and the audience of its assertions, and what an owner saw before a redirect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column kind text not null default 'application' check (kind in ('own', 'application'))`.execute(db);
  await sql`update sso.clients set kind = 'own' where first_party`.execute(db);
  await sql`alter table sso.clients drop column first_party`.execute(db);
  await sql`
    alter table sso.clients
      add column assertion_audience text not null default 'issuer'
        check (assertion_audience in ('issuer', 'token_endpoint'))`.execute(db);
  await sql`
    alter table sso.authorization_requests add column click_required boolean not null default false`.execute(db);

  await sql`
    create table sso.seen_redirects (
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients on delete cascade,
      host text not null,
      seen_at timestamptz not null,
      primary key (owner_sub, client_address, host)
    )`.execute(db);
  await sql`create index seen_redirects_client on sso.seen_redirects (client_address)`.execute(db);
}

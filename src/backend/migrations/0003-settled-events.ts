import { type Kysely, sql } from 'kysely';

export const name = '0003-settled-events';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The id is that of the transaction. There is no foreign key, because a distributed database has no such constraint.
  await sql`
    create table backend.settled_events (
      id uuid primary key,
      state text not null default 'pending',
      created_at timestamptz not null,
      due_at timestamptz,
      leased_by uuid,
      leased_at timestamptz,
      attempts integer not null default 0,
      last_status integer,
      last_error text,
      constraint settled_events_state check (state in ('pending', 'delivered', 'dropped'))
    )`.execute(db);
  await sql`
    create index settled_events_due on backend.settled_events (due_at) where state = 'pending'`.execute(db);
  await sql`
    create index settled_events_created_at on backend.settled_events (created_at) where state <> 'pending'`.execute(db);
}

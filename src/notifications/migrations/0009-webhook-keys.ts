import { type Kysely, sql } from 'kysely';

export const name = '0009-webhook-keys';

/** The announced key pair of a webhook, and the shared secrets of its HMAC signatures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications.webhooks
      add column next_public_key text check (next_public_key ~ '^[0-9a-f]{64}$'),
      add column sealed_next_private_key text,
      add column next_key_activates_at timestamptz,
      add column sealed_secret text,
      add column sealed_previous_secret text,
      add column previous_secret_ends_at timestamptz,
      add check ((next_public_key is null) = (next_key_activates_at is null)
        and (next_public_key is null) = (sealed_next_private_key is null)),
      add check ((sealed_previous_secret is null) = (previous_secret_ends_at is null))`.execute(db);
}

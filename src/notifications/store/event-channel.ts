import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** PostgreSQL notification channel of the service's events. */
export const eventChannel = 'notifications';

/** PostgreSQL accepts payloads of less than 8000 bytes. */
export const maxChannelMessageBytes = 7_000;

/** Sends a message to every process that listens on the channel. */
export async function notifyChannel(db: Kysely<NotificationsDatabase>, text: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${text})`.execute(db);
}

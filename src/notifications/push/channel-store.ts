import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Sends a message to every process that listens on a channel. */
export async function notifyChannel(db: Kysely<NotificationsDatabase>, channel: string, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(db);
}

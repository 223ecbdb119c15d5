import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export const noticeChannel = 'notifications';

/** PostgreSQL takes at most 8000 bytes. */
export const maxNoticeBytes = 7_000;

/** Says something to every process that listens. */
export async function sayNotice(db: Kysely<NotificationsDatabase>, text: string): Promise<void> {
  await sql`select pg_notify(${noticeChannel}, ${text})`.execute(db);
}

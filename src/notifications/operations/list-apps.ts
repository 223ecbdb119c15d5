import { decodeCursor, pageOf } from '../cursor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { presentApp } from '../presented.ts';

/** The caller's apps, newest first. */
export const listApps: NotificationsHandler<'listApps'> = async ({ query, caller, store, respond }) => {
  const limit = query.limit ?? 50;
  const after = decodeCursor(query.cursor, 'by_id')?.id;
  const { rows, nextCursor } = pageOf(
    await store.apps.list({ ownerSub: caller.sub, after, limit }),
    limit,
    ({ id }) => ({
      id,
    }),
  );
  return respond(200, { apps: rows.map(presentApp), nextCursor });
};

import { decodeCursor, pageOf } from '../cursor.ts';
import type { NotificationsHandler } from '../handler.ts';

/** The person's switches, the latest change first. */
export const listConsents: NotificationsHandler<'listConsents'> = async ({ query, caller, store, respond }) => {
  const limit = query.limit ?? 50;
  const after = decodeCursor(query.cursor, 'by_time');
  const listed = await store.consents.list({ sessionAddress: caller.sub, after, limit });
  const { rows, nextCursor } = pageOf(listed, limit, ({ appId, updatedAt }) => ({ id: appId, at: updatedAt }));
  const consents = rows.map((consent) => ({ ...consent, updatedAt: consent.updatedAt.toISOString() }));
  return respond(200, { consents, nextCursor });
};

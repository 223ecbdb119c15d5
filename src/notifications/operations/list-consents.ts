import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Lists the person's consents, latest change first. */
export const listConsents: NotificationsHandler<'listConsents'> = async ({ query, caller, store, respond }) => {
  const limit = query.limit ?? 50;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidListCursor);
  const listed = await store.consents.list({ sessionAddress: caller.sub, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ appId, updatedAt }) => ({ id: appId, at: updatedAt }));
  const consents = items.map((consent) => ({ ...consent, updatedAt: consent.updatedAt.toISOString() }));
  return respond(200, { consents, nextCursor });
};

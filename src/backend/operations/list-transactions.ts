import { uuid } from '../../runtime/ids.ts';
import { decodeCursor, pageOf } from '../../runtime/page.ts';
import { cursorUnknown } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { transactionRecord } from '../records.ts';

const defaultLimit = 50;

export const listTransactions: BackendHandler<'listTransactions'> = async ({ query, user, transactions, respond }) => {
  const { limit = defaultLimit, cursor } = query;
  const after = decodeCursor(cursor, uuid, cursorUnknown);
  const found = await transactions.list({ sender: user.platformId, limit: limit + 1, after });
  const { items, nextCursor } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  return respond(200, { transactions: items.map(transactionRecord), nextCursor });
};

import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { unknownTransactionCursor } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { transactionResponse } from '../responses.ts';

const defaultLimit = 50;

export const listTransactions: BackendHandler<'listTransactions'> = async ({ query, user, transactions, respond }) => {
  const { limit = defaultLimit, cursor } = query;
  const after = decodePageCursor(cursor, uuidPattern, unknownTransactionCursor);
  const found = await transactions.list({ sender: user.platformId, limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  return respond(200, { transactions: items.map(transactionResponse), nextCursor });
};

import { decodeCursor, encodeCursor } from '../cursor.ts';
import { cursorUnknown } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { transactionRecord } from '../records.ts';

const defaultLimit = 50;

export const listTransactions: BackendHandler<'listTransactions'> = async ({ query, user, transactions, respond }) => {
  const { limit = defaultLimit, cursor } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && after === undefined) throw cursorUnknown();

  // One more than asked for tells whether there is another page.
  const rows = await transactions.list({ sender: user.platformId, limit: limit + 1, after });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return respond(200, {
    transactions: page.map(transactionRecord),
    nextCursor: last === undefined ? null : encodeCursor({ at: last.created_at, id: last.id }),
  });
};

import { utf8 } from '../../protocol/bytes.ts';
import { headerPairs, headerValues } from '../../protocol/raw-headers.ts';
import { parseFilterTime } from '../../runtime/filter-time.ts';
import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { invalidFilterTime, unknownTransactionCursor } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { transactionResponse } from '../responses.ts';
import { prefersCsv, transactionsCsv } from '../transactions-csv.ts';

const defaultLimit = 50;

/** Lists the user's transactions as JSON, or as CSV when the request prefers it. */
export const listTransactions: BackendHandler<'listTransactions'> = async (input) => {
  const { query, request, user, transactions, catalog, respond } = input;
  const { limit = defaultLimit, cursor, status, token, from, to, test } = query;
  const after = decodePageCursor(cursor, uuidPattern, unknownTransactionCursor);
  const filter = { status, token, from: readTime('from', from), to: readTime('to', to), test };
  const found = await transactions.list({ sender: user.platformId, filter, limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  const page = items.map((row) => transactionResponse(row, catalog));
  const vary = { vary: 'accept' };
  const accept = headerValues(headerPairs(request.rawHeaders), 'accept').join(',');
  if (!prefersCsv(accept)) return respond(200, { transactions: page, nextCursor }, vary);
  return respond(200, new Blob([utf8(transactionsCsv(page))]).stream(), {
    ...vary,
    'content-type': 'text/csv; charset=utf-8; header=present',
    ...(nextCursor !== null && { link: nextLink(request.url, nextCursor) }),
  });
};

function nextLink(url: string, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor);
  return `<${next.href}>; rel="next"`;
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseFilterTime(text);
  if (time === undefined) throw invalidFilterTime(name);
  return time;
}

import { utf8 } from '../../protocol/bytes.ts';
import { headerPairs, headerValues } from '../../protocol/request-headers.ts';
import { parseFilterTime } from '../../runtime/http/page.ts';
import { invalidFilterTime } from '../errors.ts';
import { type BackendHandler, readPage } from '../handler.ts';
import { transactionResponse } from '../responses.ts';
import type { components } from '../../../generated/backend/types.ts';

/** Lists the user's transactions as JSON, or as CSV when the request prefers it. */
export const listTransactions: BackendHandler<'listTransactions'> = async (input) => {
  const { query, request, user, transactions, catalog, respond } = input;
  const { status, token, from, to, test } = query;
  const { items, nextCursor } = await readPage(
    query,
    async (page) => {
      const filter = { status, token, from: readTime('from', from), to: readTime('to', to), test };
      return transactions.list({ sender: user.platformId, filter, ...page });
    },
    ({ created_at, id }) => ({ at: created_at, id }),
  );
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

type Transaction = components['schemas']['Transaction'];

/** Columns in the order of the contract's members. */
const columns = [
  'id',
  'txHash',
  'status',
  'amount',
  'token',
  'network',
  'invoice',
  'productId',
  'quantity',
  'test',
  'createdAt',
] as const satisfies readonly (keyof Transaction)[];

/** Writes transactions as CSV with a header line (RFC 4180). A null is an empty cell. */
function transactionsCsv(transactions: readonly Transaction[]): string {
  const rows = transactions.map((transaction) => columns.map((column) => cell(String(transaction[column] ?? ''))));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Quotes where needed; spreadsheets run cells that begin with these characters as formulas. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Whether a request asks for CSV: it accepts text/csv, and prefers it to JSON when it accepts both. */
function prefersCsv(accept: string): boolean {
  const quality = (type: string): number => {
    const range = accept.split(',').find((part) => part.split(';')[0]?.trim().toLowerCase() === type);
    if (range === undefined) return 0;
    return Number(/;\s*q=([0-9.]+)/i.exec(range)?.[1] ?? 1);
  };
  return quality('text/csv') > quality('application/json');
}

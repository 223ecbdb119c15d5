import type { components } from '../../generated/backend/types.ts';

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
export function transactionsCsv(transactions: readonly Transaction[]): string {
  const rows = transactions.map((transaction) => columns.map((column) => cell(String(transaction[column] ?? ''))));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Quotes where needed; spreadsheets run cells that begin with these characters as formulas. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Whether a request asks for CSV: it accepts text/csv, and prefers it to JSON when it accepts both. */
export function prefersCsv(accept: string): boolean {
  const quality = (type: string): number => {
    const range = accept.split(',').find((part) => part.split(';')[0]?.trim().toLowerCase() === type);
    if (range === undefined) return 0;
    return Number(/;\s*q=([0-9.]+)/i.exec(range)?.[1] ?? 1);
  };
  return quality('text/csv') > quality('application/json');
}

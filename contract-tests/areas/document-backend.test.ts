import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { recipients, startBackend } from '../fixtures/backend.ts';
import { deletePlatformData } from '../fixtures/platform.ts';

// Requirements of area D in the interface document about tables. A purchase, a test payment and a failed payment fill the
// tables; the tests read them after the service has stopped.

type Row = Readonly<Record<string, unknown>>;
interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

const sub = 'c81e0b6d94f7425ab3d05f6172839405';
const visitorSub = '0b6d94f7425ab3d05f6172839405c81e';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let database: Database;
let forgetAll: () => Promise<void>;
let columns: readonly Column[];
let unique: readonly (readonly [string, string])[];
let user: Row;
/** A user who never calls getMe. */
let visitor: Row;
let bought: Row;
let waiting: Row;
let paid: Row;
let testPaid: Row;
let failed: Row;
let firstCall: string;

beforeAll(async () => {
  // Its database is opened again below.
  const backend = await startBackend({ database: 'disk' });
  const buyer = await backend.buyer(sub);
  firstCall = unwrap(await buyer.getMe()).createdAt;
  await buyer.getMe();
  await (await backend.buyer(visitorSub)).listTransactions();

  const invoice = async (productId: string) => unwrap(await buyer.createInvoice({ body: { productId } }));
  const settle = (
    one: { invoice: string; recipient: string; amount: string; network: string; token: string },
    more: object,
  ) =>
    backend.deliver({
      invoice: one.invoice,
      recipient: one.recipient,
      amount: one.amount,
      network: one.network,
      token: one.token,
      ...more,
    });
  const [real, testPurchase, refused, open] = [
    await invoice('coins-100-usdc'),
    await invoice('test-paid-usdc'),
    await invoice('coins-500-platform'),
    await invoice('coins-100-usdc'),
  ];
  await settle(real, { status: 'finalized', txHash: '0xabc', note: 'kept as it came' });
  await settle(testPurchase, { status: 'finalized', test: true });
  await settle(refused, { status: 'failed' });
  await backend.platform.stop();
  await backend.issuer.close();
  forgetAll = () => deletePlatformData(backend.platform);

  const { env } = backend.platform;
  database = await openDatabase(
    env['DATABASE_URL'] === undefined ? { dataDir: backend.platform.dataDir } : { databaseUrl: env['DATABASE_URL'] },
  );
  const rows = async (query: string): Promise<readonly Row[]> =>
    (await sql<Row>`${sql.raw(query)}`.execute(database.db)).rows;
  columns = (await rows(
    `select table_name, column_name, data_type from information_schema.columns where table_schema = 'backend'`,
  )) as unknown as readonly Column[];
  unique = (
    await rows(`select c.relname as "table", array_to_string(array_agg(a.attname::text order by a.attnum), ',') as "columns"
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where n.nspname = 'backend' and i.indisunique group by c.relname, i.indexrelid`)
  ).map((row) => [String(row['table']), String(row['columns'])] as const);
  const one = async (table: string, where: string): Promise<Row> =>
    (await rows(`select * from backend.${table} where ${where}`))[0] ?? {};
  user = await one('users', `platform_id = '${sub}'`);
  visitor = await one('users', `platform_id = '${visitorSub}'`);
  bought = await one('payment_intents', `invoice = '${real.invoice}'`);
  waiting = await one('payment_intents', `invoice = '${open.invoice}'`);
  paid = await one('transactions', `invoice = '${real.invoice}'`);
  testPaid = await one('transactions', `invoice = '${testPurchase.invoice}'`);
  failed = await one('transactions', `invoice = '${refused.invoice}'`);
});
afterAll(async () => {
  await database?.close();
  await forgetAll?.();
});

/** Converts a column name of the document to the column name of the table. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typeOf = (table: string, column: string): string | undefined =>
  columns.find(({ table_name, column_name }) => table_name === table && column_name === snake(column))?.data_type;
/** The bucket follows from the person or the invoice, so that it changes nothing. */
const isUnique = (table: string, column: string): boolean =>
  unique.some(([name, names]) => name === table && names.replace(/^bucket,/, '') === snake(column));
const valueOf = (row: Row, column: string): unknown => row[snake(column)];

describe('Users (users)', () => {
  test('users: id | UUID | generated primary key [D2]', () => {
    expect([typeOf('users', 'id'), isUnique('users', 'id')]).toEqual(['uuid', true]);
    expect(valueOf(user, 'id')).toMatch(uuid);
  });
  test("users: platformId | text, unique | the sub claim of the user's token [D3]", () => {
    expect([typeOf('users', 'platformId'), isUnique('users', 'platformId')]).toEqual(['text', true]);
    expect(valueOf(user, 'platformId')).toBe(sub);
  });
  test('users: createdAt | timestamp | set on first authentication [D4]', () => {
    expect(typeOf('users', 'createdAt')).toMatch(/^timestamp/);
    expect(new Date(String(valueOf(user, 'createdAt'))).toISOString().slice(0, 19)).toBe(firstCall.slice(0, 19));
    expect(valueOf(visitor, 'createdAt')).toEqual(expect.anything());
  });
  test('users: updatedAt | timestamp | updated on each authentication [D5]', () => {
    expect(typeOf('users', 'updatedAt')).toMatch(/^timestamp/);
    expect(Number(valueOf(user, 'updatedAt'))).toBeGreaterThan(Number(valueOf(user, 'createdAt')));
  });
});

describe('Payment intents (payment_intents)', () => {
  const table = 'payment_intents';
  test('payment_intents: id | UUID | generated primary key [D6]', () => {
    expect([typeOf(table, 'id'), isUnique(table, 'id')]).toEqual(['uuid', true]);
    expect(valueOf(bought, 'id')).toMatch(uuid);
  });
  test('payment_intents: invoice | text, unique | form inv-<uuid> [D7]', () => {
    expect([typeOf(table, 'invoice'), isUnique(table, 'invoice')]).toEqual(['text', true]);
    expect(String(valueOf(bought, 'invoice')).replace('inv-', '')).toMatch(uuid);
  });
  test.each([
    ['payment_intents: senderPlatformId | text | payer [D8]', 'senderPlatformId', sub],
    [
      'payment_intents: recipientAddress | text | wallet or provider address [D9]',
      'recipientAddress',
      recipients.chain,
    ],
    ['payment_intents: amount | text | in smallest units [D10]', 'amount', '990000'],
    ['payment_intents: token | text | USDC, or the platform token [D11]', 'token', 'USDC'],
    ['payment_intents: network | text | a public chain identifier, or the platform network [D12]', 'network', 'solana'],
    ['payment_intents: productId | text | catalog product id [D13]', 'productId', 'coins-100-usdc'],
  ])('%s', (_row, column, expected) => {
    expect([typeOf(table, column), valueOf(bought, column)]).toEqual(['text', expected]);
  });
  test('payment_intents: status | text | pending, completed, failed [D14, D31]', () => {
    expect(typeOf(table, 'status')).toBe('text');
    expect([valueOf(waiting, 'status'), valueOf(bought, 'status')]).toEqual(['pending', 'completed']);
  });
  test('payment_intents: createdAt | timestamp | set on creation [D15]', () => {
    expect(typeOf(table, 'createdAt')).toMatch(/^timestamp/);
    expect(Math.abs(Number(valueOf(bought, 'createdAt')) - Date.now())).toBeLessThan(300_000);
  });
});

describe('Transactions (transactions)', () => {
  const table = 'transactions';
  test('transactions: id | UUID | generated primary key [D16]', () => {
    expect([typeOf(table, 'id'), isUnique(table, 'id')]).toEqual(['uuid', true]);
  });
  test.each([
    ['transactions: senderPlatformId | text | payer [D17]', 'senderPlatformId', sub],
    ['transactions: recipientAddress | text [D18]', 'recipientAddress', recipients.chain],
    ['transactions: txHash | text | on-chain hash [D19]', 'txHash', '0xabc'],
    ['transactions: amount | text [D21]', 'amount', '990000'],
    ['transactions: token | text [D22]', 'token', 'USDC'],
    ['transactions: network | text [D23]', 'network', 'solana'],
  ])('%s', (_row, column, expected) => {
    expect([typeOf(table, column), valueOf(paid, column)]).toEqual(['text', expected]);
  });
  test('transactions: status | text | paid, failed [D20, D31]', () => {
    expect([valueOf(paid, 'status'), valueOf(failed, 'status')]).toEqual(['paid', 'failed']);
  });
  test('transactions: invoice | text | associated invoice [D24]', () => {
    expect(valueOf(paid, 'invoice')).toBe(valueOf(bought, 'invoice'));
  });
  test('transactions: test | text | the string true for test payments, NULL for real ones [D25]', () => {
    expect([typeOf(table, 'test'), valueOf(testPaid, 'test'), valueOf(paid, 'test')]).toEqual(['text', 'true', null]);
  });
  test('transactions: payload | JSON | full webhook payload kept for audit [D26, D41]', () => {
    expect(typeOf(table, 'payload')).toMatch(/^jsonb?$/);
    expect(valueOf(paid, 'payload')).toMatchObject({ status: 'finalized', txHash: '0xabc', note: 'kept as it came' });
  });
  test('transactions: createdAt | timestamp | set on creation [D27]', () => {
    expect(typeOf(table, 'createdAt')).toMatch(/^timestamp/);
  });
});

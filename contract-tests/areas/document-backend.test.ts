import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const invoiceNumber = expect.stringMatching(/^inv-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

let database: Database;
let forgetAll: () => Promise<void>;
let columns: readonly Column[];
let unique: readonly (readonly [string, string])[];
let user: Row;
let bought: Row;
let waiting: Row;
let paid: Row;
let testPaid: Row;
let failed: Row;

beforeAll(async () => {
  // Its database is opened again below.
  const backend = await startBackend({ database: 'disk' });
  const buyer = await backend.buyer(sub);
  await buyer.getMe();

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
const [generated, recent] = [
  expect.stringMatching(uuid),
  expect.toSatisfy((at: Date) => Math.abs(at.getTime() - Date.now()) < 300_000),
];

test.each<[row: string, column: string, type: string, of: () => Row, value: unknown]>([
  ['users: id | UUID | generated primary key [D2]', 'id', 'uuid', () => user, generated],
  ["users: platformId | text, unique | the sub claim of the user's token [D3]", 'platformId', 'text', () => user, sub],
  ['users: createdAt | timestamp | set on first authentication [D4]', 'createdAt', 'timestamp', () => user, recent],
  ['users: updatedAt | timestamp | updated on each authentication [D5]', 'updatedAt', 'timestamp', () => user, recent],
  ['payment_intents: id | UUID | generated primary key [D6]', 'id', 'uuid', () => bought, generated],
  ['payment_intents: invoice | text, unique | form inv-<uuid> [D7]', 'invoice', 'text', () => bought, invoiceNumber],
  ['payment_intents: senderPlatformId | text | payer [D8]', 'senderPlatformId', 'text', () => bought, sub],
  [
    'payment_intents: recipientAddress | text | wallet or provider address [D9]',
    'recipientAddress',
    'text',
    () => bought,
    recipients.chain,
  ],
  ['payment_intents: amount | text | in smallest units [D10]', 'amount', 'text', () => bought, '990000'],
  ['payment_intents: token | text | USDC, or the platform token [D11]', 'token', 'text', () => bought, 'USDC'],
  [
    'payment_intents: network | text | a public chain identifier, or the platform network [D12]',
    'network',
    'text',
    () => bought,
    'solana',
  ],
  ['payment_intents: productId | text | catalog product id [D13]', 'productId', 'text', () => bought, 'coins-100-usdc'],
  [
    'payment_intents: status | text | pending, completed, failed [D14, D31]',
    'status',
    'text',
    () => waiting,
    'pending',
  ],
  ['payment_intents: status | text | completed', 'status', 'text', () => bought, 'completed'],
  ['payment_intents: createdAt | timestamp | set on creation [D15]', 'createdAt', 'timestamp', () => bought, recent],
  ['transactions: id | UUID | generated primary key [D16]', 'id', 'uuid', () => paid, generated],
  ['transactions: senderPlatformId | text | payer [D17]', 'senderPlatformId', 'text', () => paid, sub],
  ['transactions: recipientAddress | text [D18]', 'recipientAddress', 'text', () => paid, recipients.chain],
  ['transactions: txHash | text | on-chain hash [D19]', 'txHash', 'text', () => paid, '0xabc'],
  ['transactions: status | text | paid, failed [D20, D31]', 'status', 'text', () => paid, 'paid'],
  ['transactions: status | text | failed', 'status', 'text', () => failed, 'failed'],
  ['transactions: amount | text [D21]', 'amount', 'text', () => paid, '990000'],
  ['transactions: token | text [D22]', 'token', 'text', () => paid, 'USDC'],
  ['transactions: network | text [D23]', 'network', 'text', () => paid, 'solana'],
  ['transactions: test | text | NULL for real payments [D25]', 'test', 'text', () => paid, null],
  ['transactions: test | text | the string true for test payments [D25]', 'test', 'text', () => testPaid, 'true'],
  [
    'transactions: payload | JSON | full webhook payload kept for audit [D26, D41]',
    'payload',
    'json',
    () => paid,
    expect.objectContaining({ status: 'finalized', txHash: '0xabc', note: 'kept as it came' }),
  ],
  ['transactions: createdAt | timestamp | set on creation [D27]', 'createdAt', 'timestamp', () => paid, recent],
])('%s', (row, column, type, of, value) => {
  const table = row.split(':')[0];
  const found = columns.find(({ table_name, column_name }) => table_name === table && column_name === snake(column));
  expect(found?.data_type.startsWith(type), found?.data_type).toBe(true);
  expect(of()[snake(column)]).toEqual(value);
});

test.each([
  ['users', 'id'],
  ['users', 'platformId'],
  ['payment_intents', 'id'],
  ['payment_intents', 'invoice'],
  ['transactions', 'id'],
])('%s: %s is unique', (table, column) => {
  // The bucket follows from the person or the invoice, so that it changes nothing.
  const columnsOf = unique.filter(([name]) => name === table).map(([, names]) => names.replace(/^bucket,/, ''));
  expect(columnsOf).toContain(snake(column));
});

test('transactions: invoice | text | associated invoice [D24]', () => {
  expect(paid['invoice']).toBe(bought['invoice']);
});

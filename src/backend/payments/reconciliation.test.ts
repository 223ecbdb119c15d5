import { beforeAll, expect, test } from 'vitest';
import type { components } from '../../../generated/backend/types.ts';
import {
  adminKeys,
  openBackends,
  type Payments,
  paymentsOf,
} from '../../../contract-tests/fixtures/backend/backends.ts';
import type { BackendService } from '../service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

type Transaction = components['schemas']['Transaction'];

const backends = useStarted(openBackends);
let service: BackendService;
let payments: Payments;
beforeAll(async () => {
  service = await backends.start();
  payments = paymentsOf(backends, service);
});

async function buy(sub: string, productId: string, webhook: Readonly<Record<string, unknown>>): Promise<string> {
  const { invoice, recipient } = await payments.order(productId, sub);
  await payments.deliver(invoice, { recipient, ...webhook });
  return invoice;
}

const request = async (sub: string, query = '', accept = 'application/json') =>
  service.app.inject({
    url: `/api/transactions${query}`,
    headers: { authorization: `Bearer ${await backends.token(sub)}`, accept },
  });

const list = async (sub: string, query: string) =>
  (await request(sub, query)).json<{ transactions: Transaction[]; nextCursor: string | null }>().transactions;

test('listTransactions: names product and quantity, and filters by status, token, test and time, both ends included', async () => {
  await buy('filters', 'coins-500-usdc', { status: 'finalized', txHash: 'f1' });
  await buy('filters', 'boost-7-days-platform', { status: 'failed' });
  await buy('filters', 'test-paid-usdc', { status: 'finalized', test: true });
  const all = await list('filters', '');
  expect(all.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['test-paid-usdc', 1],
    ['boost-7-days-platform', 7],
    ['coins-500-usdc', 500],
  ]);
  const [newest, middle, oldest] = all;
  expect(await list('filters', '?status=failed')).toEqual([middle]);
  expect(await list('filters', '?token=USDC')).toEqual([newest, oldest]);
  expect(await list('filters', '?test=true')).toEqual([newest]);
  expect(await list('filters', '?test=false&token=USDC')).toEqual([oldest]);
  expect(await list('filters', `?from=${middle?.createdAt}`)).toEqual([newest, middle]);
  expect(await list('filters', `?to=${middle?.createdAt}`)).toEqual([middle, oldest]);
  const inBerlin = middle?.createdAt.replace('Z', '%2B00:00');
  expect(await list('filters', `?from=${inBerlin}&to=${inBerlin}`)).toEqual([middle]);
});

test.each([
  'status=pending',
  'token=EUR',
  'test=1',
  'from=yesterday',
  'to=2026-13-01T00:00:00Z',
  'from=2026-06-30T23:59:60Z',
])('listTransactions: the filter %s is an invalid request', async (query) => {
  const response = await request('filters', `?${query}`);
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'Invalid request' }]);
});

test('listTransactions: Accept text/csv returns the members as columns, and the next page as a link', async () => {
  await buy('accountant', 'coins-100-usdc', { status: 'finalized', txHash: '=HYPERLINK("x"),1' });
  await buy('accountant', 'coins-100-usdc', { status: 'failed' });
  const json = await list('accountant', '');
  const response = await request('accountant', '?limit=1', 'text/csv');
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers['vary']).toBe('accept');
  const header = 'id,txHash,status,amount,token,network,invoice,productId,quantity,test,createdAt';
  expect(header.split(',')).toEqual(Object.keys(json[0] ?? {}));
  const [failed, paid] = json;
  expect(response.body).toBe(
    `${header}\r\n${failed?.id},,failed,990000,USDC,solana,${failed?.invoice},coins-100-usdc,100,,${failed?.createdAt}\r\n`,
  );
  const next = /^<http:\/\/backend\.test(.*)>; rel="next"$/.exec(String(response.headers['link']))?.[1] ?? '';
  const second = await service.app.inject({
    url: next,
    headers: {
      authorization: `Bearer ${await backends.token('accountant')}`,
      accept: 'application/json;q=0.5, text/csv',
    },
  });
  expect(second.body).toBe(
    `${header}\r\n${paid?.id},"'=HYPERLINK(""x""),1",paid,990000,USDC,solana,${paid?.invoice},coins-100-usdc,100,,${paid?.createdAt}\r\n`,
  );
  expect(second.headers['link']).toBeUndefined();
});

test.each(['*/*', 'application/json, text/csv;q=0.9', 'text/*'])(
  'listTransactions: Accept %s returns JSON',
  async (accept) => {
    expect((await request('accountant', '', accept)).headers['content-type']).toMatch(/^application\/json/);
  },
);

const admin = (method: 'GET' | 'DELETE', sub: string) =>
  service.app.inject({
    method,
    url: `/api/v1/admin/users/${sub}`,
    headers: { authorization: `Bearer ${adminKeys.payments}` },
  });

test('getUserData, deleteUser: export and erasure of a person, whose payments stay under a pseudonym', async () => {
  const paid = await buy('erased', 'coins-100-usdc', { status: 'finalized', txHash: 'e1' });
  const unpaid = await buy('erased', 'coins-100-usdc', { status: 'finalized', recipient: 'somebody' });
  await service.app.inject({
    method: 'POST',
    url: '/api/invoices',
    headers: { authorization: `Bearer ${await backends.token('erased')}`, 'idempotency-key': 'k' },
    payload: { productId: 'coins-100-usdc' },
  });
  await buy('bystander', 'coins-100-usdc', { status: 'finalized', txHash: 'e2' });

  const exported = await admin('GET', 'erased');
  expect(exported.json()).toMatchObject({
    user: { platformId: 'erased' },
    invoices: [{ invoice: paid, status: 'completed' }, { invoice: unpaid, status: 'pending' }, { status: 'pending' }],
    transactions: [{ invoice: paid, status: 'paid', productId: 'coins-100-usdc' }],
  });

  const erased = await admin('DELETE', 'erased');
  expect([erased.statusCode, erased.json()]).toEqual([200, { deletedInvoices: 2, pseudonymizedTransactions: 1 }]);
  const { db } = backends;
  const tables = [
    'users',
    'payment_intents',
    'transactions',
    'idempotency_keys',
    'audit_events',
    'contradictions',
  ] as const;
  for (const table of tables) {
    const rows = await db.selectFrom(`backend.${table}`).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('"erased"');
  }
  const kept = await db.selectFrom('backend.transactions').selectAll().where('invoice', '=', paid).execute();
  expect(kept).toMatchObject([{ status: 'paid', sender_platform_id: expect.stringMatching(/^erased:[\w-]{22}$/) }]);
  expect(await list('bystander', '')).toHaveLength(1);
  for (const method of ['GET', 'DELETE'] as const) expect([(await admin(method, 'erased')).statusCode]).toEqual([404]);
  const events = await db.selectFrom('backend.audit_events').select(['event', 'administrator']).orderBy('at').execute();
  expect(events).toEqual([
    { event: 'user_exported', administrator: 'Support desk' },
    { event: 'user_erased', administrator: 'Support desk' },
  ]);
});

test('backend audit: events are never changed or deleted', async () => {
  const { db } = backends;
  await expect(db.deleteFrom('backend.audit_events').execute()).rejects.toThrow('events on record are never changed');
  await expect(db.updateTable('backend.audit_events').set({ administrator: 'nobody' }).execute()).rejects.toThrow(
    'events on record are never changed',
  );
});

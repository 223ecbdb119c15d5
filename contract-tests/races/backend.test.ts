import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackendClient, createBackendClient } from '../../generated/backend/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startBackend } from '../fixtures/backend.ts';
import { type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const backend = useStarted(startBackend);

const many = <Result>(count: number, task: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => task(index)));

async function order(person: BackendClient) {
  const { invoice, recipient } = unwrap(await person.createInvoice({ body: { productId: 'coins-100-usdc' } }));
  return { invoice, recipient };
}

/** @param receivers base URLs, used in rotation */
async function deliverFifty(receivers: readonly string[]): Promise<void> {
  const person = await backend.buyer();
  const webhook = { ...(await order(person)), status: 'finalized' };
  const responses = await many(50, (index) =>
    backend.deliver(webhook, { to: receivers[index % receivers.length] ?? '' }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const processed = responses.filter(({ body }) => (body as { processed: boolean }).processed);
  expect(processed).toHaveLength(1);
  expect(unwrap(await person.listTransactions()).transactions).toHaveLength(1);
}

test('backend: fifty concurrent identical deliveries create one transaction', () => deliverFifty([backend.url]));

test('backend: of concurrent contradicting deliveries one settles, and intent and transaction agree', async () => {
  const person = await backend.buyer();
  const { invoice, recipient } = await order(person);
  const responses = await many(50, async (index) => {
    const status = index % 2 === 0 ? 'finalized' : 'failed';
    return { status, body: (await backend.deliver({ invoice, recipient, status })).body };
  });
  const winners = responses.filter(({ body }) => (body as { processed: boolean }).processed);
  expect(winners).toHaveLength(1);
  const completed = winners[0]?.status === 'finalized';
  const intent = unwrap(await backend.anonymous.getInvoice({ path: { invoice } }));
  expect(intent.status).toBe(completed ? 'completed' : 'failed');
  expect(unwrap(await person.listTransactions()).transactions).toMatchObject([
    { status: completed ? 'paid' : 'failed' },
  ]);
});

test('backend: forty concurrent requests with one Idempotency-Key create one invoice', async () => {
  const person = await backend.buyer();
  const responses = await many(40, () =>
    person.createInvoice({ headers: { 'Idempotency-Key': 'race' }, body: { productId: 'coins-100-usdc' } }),
  );
  expect(new Set(responses.map((response) => unwrap(response).invoice)).size).toBe(1);
});

test('backend: of two concurrent payloads with one Idempotency-Key one is accepted and the other is a conflict', async () => {
  const person = await backend.buyer();
  const responses = await many(20, (index) =>
    person.createInvoice({
      headers: { 'Idempotency-Key': 'two' },
      body: { productId: index % 2 === 0 ? 'coins-100-usdc' : 'coins-500-usdc' },
    }),
  );
  const made = responses.flatMap((response) => (response.status === 200 ? [response.body.invoice] : []));
  expect(new Set(made).size).toBe(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(10);
  expect(made).toHaveLength(10);
});

describe.skipIf(process.env['TEST_DATABASE_URL'] === undefined)('two processes on one PostgreSQL', () => {
  let second: RunningPlatform;
  let receivers: readonly string[];
  beforeAll(async () => {
    second = await startPlatform({
      services: ['backend'],
      env: { ...backend.platform.env, BACKEND_PORT: '0', BACKEND_BASE_URL: '' },
    });
    receivers = [backend.url, second.urls['backend'] ?? ''];
  });
  afterAll(() => second?.stop());

  test('backend: fifty concurrent identical deliveries to two processes create one transaction', () =>
    deliverFifty(receivers));

  test('backend: one Idempotency-Key at two processes at once creates one invoice', async () => {
    const headers = { authorization: `Bearer ${await backend.token()}` };
    const people = receivers.map((baseUrl) => createBackendClient({ baseUrl, headers }));
    const responses = await many(40, (index) =>
      (people[index % people.length] ?? backend.anonymous).createInvoice({
        headers: { 'Idempotency-Key': 'both' },
        body: { productId: 'coins-100-usdc' },
      }),
    );
    expect(new Set(responses.map((response) => unwrap(response).invoice)).size).toBe(1);
  });
});

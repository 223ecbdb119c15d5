import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BackendService } from './service.ts';
import { type Backends, openBackends, recipients } from '../../contract-tests/fixtures/backend/backends.ts';

let backends: Backends;
let service: BackendService;
beforeAll(async () => {
  backends = await openBackends();
  service = await backends.start();
});
afterAll(() => backends?.close());

interface Delivery {
  /** Which of two invoices. */
  readonly of: 0 | 1;
  readonly status: 'finalized' | 'failed' | 'refunded';
  readonly recipient: string;
  readonly amount: string | undefined;
  readonly test: boolean | undefined;
  /** Which of two transactions of this run. */
  readonly hash: undefined | 'a' | 'b';
  readonly signed: boolean;
}

/** Mostly what the platform would send, now and then something else. */
const delivery: fc.Arbitrary<Delivery> = fc.record({
  of: fc.constantFrom(0, 1),
  status: often('finalized', 'failed', 'refunded'),
  recipient: often(recipients.chain, 'somebody'),
  amount: often('990000', '1', undefined),
  test: often(undefined, true, false),
  hash: fc.constantFrom(undefined, 'a', 'b'),
  signed: often(true, false),
});

function often<Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

async function createInvoice(sub: string): Promise<string> {
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/invoices',
    headers: { authorization: `Bearer ${await backends.token(sub)}` },
    payload: { productId: 'coins-100-usdc' },
  });
  return response.json<{ invoice: string }>().invoice;
}

async function deliver(invoice: string, run: number, { signed, hash, of: _of, ...webhook }: Delivery) {
  const payload = JSON.stringify({ invoice, ...webhook, ...(hash && { txHash: `${hash}-${run}` }) });
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signed ? backends.sign(payload) : '0'.repeat(128),
      'x-webhook-version': '3',
    },
    payload,
  });
  return { payload, code: response.statusCode, processed: response.json<{ processed?: boolean }>().processed === true };
}

const matches = ({ recipient, amount, test }: Delivery): boolean =>
  recipient === recipients.chain && amount !== '1' && test !== true;

async function stored(invoice: string) {
  const { db } = backends;
  const intent = await db
    .selectFrom('backend.payment_intents')
    .select('status')
    .where('invoice', '=', invoice)
    .executeTakeFirstOrThrow();
  const transactions = await db
    .selectFrom('backend.transactions')
    .select(['status', 'tx_hash', 'amount', 'recipient_address'])
    .where('invoice', '=', invoice)
    .execute();
  const contradictions = await db
    .selectFrom('backend.contradictions')
    .select(['cause', 'payload'])
    .where('invoice', '=', invoice)
    .execute();
  return { status: intent.status, transactions, contradictions };
}

let runs = 0;

test('payment webhook: no order of deliveries pays twice or hides a contradiction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { maxLength: 9 }), fc.boolean(), async (deliveries, atOnce) => {
      const run = runs++;
      const invoices = [await createInvoice(`person ${run}`), await createInvoice(`person ${run}`)] as const;
      const responses: Awaited<ReturnType<typeof deliver>>[] = [];
      const send = (one: Delivery) => deliver(invoices[one.of], run, one);
      if (atOnce) responses.push(...(await Promise.all(deliveries.map(send))));
      else for (const one of deliveries) responses.push(await send(one));

      const outcomes = await Promise.all(invoices.map(stored));
      const paidWith: (string | null)[] = [];
      for (const [index, { status, transactions, contradictions }] of outcomes.entries()) {
        const results = transactions.filter((one) => one.status !== 'refunded');
        const refunds = transactions.filter((one) => one.status === 'refunded');
        // One result, which agrees with the intent; one refund at most, and none without a payment.
        const expected = { pending: [], completed: ['paid'], failed: ['failed'] }[status];
        expect(results.map((one) => one.status)).toEqual(expected);
        expect(refunds.length).toBeLessThanOrEqual(status === 'completed' ? 1 : 0);
        for (const one of transactions)
          expect([one.amount, one.recipient_address]).toEqual(['990000', recipients.chain]);
        if (status === 'completed' && results[0]?.tx_hash) paidWith.push(results[0].tx_hash);

        // Every signed payload is in agreement with what is stored, or is stored as a contradiction.
        const kept = new Set(contradictions.map(({ payload }) => JSON.stringify(payload)));
        for (const [at, one] of deliveries.entries()) {
          const response = responses[at];
          if (one.of !== index || !response) continue;
          if (!one.signed) {
            expect(response.code).toBe(401);
            continue;
          }
          if (!matches(one)) expect([response.code, kept.has(response.payload)]).toEqual([400, true]);
          if (kept.has(response.payload)) continue;
          expect(response.code).toBe(200);
          const wanted = { finalized: 'paid', failed: 'failed', refunded: 'refunded' }[one.status];
          const agreed = transactions.find((transaction) => transaction.status === wanted);
          expect(agreed).toBeDefined();
          // A hash that is missing on either side contradicts nothing.
          const hash = one.hash && `${one.hash}-${run}`;
          if (one.status !== 'failed' && hash && agreed?.tx_hash) expect(agreed.tx_hash).toBe(hash);
        }
      }
      expect(new Set(paidWith).size).toBe(paidWith.length);
    }),
    { numRuns: 60 },
  );
});

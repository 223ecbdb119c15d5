import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BackendService } from './service.ts';
import { type Backends, openBackends, recipients } from '../../contract-tests/fixtures/backend/backends.ts';

let backends: Backends;
let service: BackendService;
let authorization: string;
beforeAll(async () => {
  backends = await openBackends();
  service = await backends.start();
  authorization = `Bearer ${await backends.token()}`;
});
afterAll(() => backends?.close());

interface Delivery {
  readonly status: 'finalized' | 'failed';
  readonly recipient: string;
  readonly amount: string | undefined;
  readonly test: boolean | undefined;
  readonly txHash: string | undefined;
  readonly signed: boolean;
  readonly version: string | undefined;
}

/** Mostly what the platform would send, now and then something else. */
const delivery: fc.Arbitrary<Delivery> = fc.record({
  status: fc.constantFrom('finalized', 'failed'),
  recipient: often(recipients.chain, 'somebody'),
  amount: often('990000', '1', undefined),
  test: often(undefined, true, false),
  txHash: fc.constantFrom(undefined, 'a', 'b'),
  signed: often(true, false),
  version: often('3', undefined, '2'),
});

function often<Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

async function createInvoice(): Promise<string> {
  const payload = { productId: 'coins-100-usdc' };
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/invoices',
    headers: { authorization },
    payload,
  });
  return response.json<{ invoice: string }>().invoice;
}

async function deliver(invoice: string, { signed, version, ...webhook }: Delivery) {
  const payload = JSON.stringify({ invoice, ...webhook });
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signed ? backends.sign(payload) : '0'.repeat(128),
      ...(version !== undefined && { 'x-webhook-version': version }),
    },
    payload,
  });
  return { code: response.statusCode, processed: response.json<{ processed?: boolean }>().processed };
}

const counts = ({ recipient, amount, test, signed, version }: Delivery): boolean =>
  signed && version !== '2' && recipient === recipients.chain && amount !== '1' && test !== true;

const outcome = { finalized: ['completed', 'paid'], failed: ['failed', 'failed'] } as const;

test('payment webhook: no sequence of deliveries both completes and fails an intent, or pays it twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { maxLength: 8 }), fc.boolean(), async (deliveries, atOnce) => {
      const invoice = await createInvoice();
      const responses: Awaited<ReturnType<typeof deliver>>[] = [];
      if (atOnce) responses.push(...(await Promise.all(deliveries.map((one) => deliver(invoice, one)))));
      else for (const one of deliveries) responses.push(await deliver(invoice, one));

      // What does not count is refused, and what counts is acknowledged, whatever came before it.
      expect(responses.map(({ code }) => code === 200)).toEqual(deliveries.map(counts));
      const winners = deliveries.filter((_, index) => responses[index]?.processed);
      expect(winners).toHaveLength(deliveries.some(counts) ? 1 : 0);
      if (!atOnce) expect(winners[0]).toBe(deliveries.find(counts));

      const [winner] = winners;
      const intent = await backends.db
        .selectFrom('backend.payment_intents')
        .select('status')
        .where('invoice', '=', invoice)
        .executeTakeFirstOrThrow();
      const transactions = await backends.db
        .selectFrom('backend.transactions')
        .select(['status', 'amount', 'recipient_address', 'tx_hash'])
        .where('invoice', '=', invoice)
        .execute();
      const kept = await backends.db
        .selectFrom('backend.late_webhooks')
        .select('status')
        .where('invoice', '=', invoice)
        .execute();
      if (winner === undefined) {
        expect([intent.status, transactions, kept]).toEqual(['pending', [], []]);
        return;
      }
      const [intentStatus, status] = outcome[winner.status];
      expect(intent.status).toBe(intentStatus);
      expect(transactions).toEqual([
        { status, amount: '990000', recipient_address: recipients.chain, tx_hash: winner.txHash ?? null },
      ]);
      const opposites = deliveries.filter((one) => counts(one) && one.status !== winner.status);
      expect(kept.every((late) => late.status !== winner.status)).toBe(true);
      expect(kept.length > 0).toBe(opposites.length > 0);
    }),
    { numRuns: 30 },
  );
});

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { ContradictionCause } from '../database.ts';
import type { BackendService } from '../service.ts';
import { adminKeys, openBackends, recipients } from '../../../contract-tests/fixtures/backend/backends.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const backends = useStarted(openBackends);
let service: BackendService;
beforeAll(async () => {
  service = await backends.start({ tokenNames: ['USDC=dollars', 'PLATFORM=points'] });
});

interface Delivery {
  readonly kind: 'deliver';
  /** Which of two invoices. */
  readonly of: 0 | 1;
  readonly status: 'finalized' | 'failed' | 'refunded';
  readonly recipient: string;
  readonly amount: string | undefined;
  /** Name of the token: its slug, its mint, a name of the settings, an unknown name, or names of another token. */
  readonly token: string | undefined;
  readonly decimals: number | undefined;
  readonly test: boolean | undefined;
  /** Which of two transactions of this run. */
  readonly hash: undefined | 'a' | 'b';
  readonly signed: boolean;
}

/** An administrator resolves the newest open contradiction of an invoice, if there is one. */
interface Decision {
  readonly kind: 'resolve';
  readonly of: 0 | 1;
  readonly resolution: 'settled' | 'refused';
}

/** Two days pass, so that pending invoices expire. */
interface Expiry {
  readonly kind: 'expire';
}

type Event = Delivery | Decision | Expiry;

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** Mostly what the platform would send, now and then something else. */
const delivery: fc.Arbitrary<Delivery> = fc.record({
  kind: fc.constant('deliver'),
  of: fc.constantFrom(0, 1),
  status: often('finalized', 'failed', 'refunded'),
  recipient: often(recipients.chain, 'somebody'),
  amount: often('990000', '1', undefined),
  token: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(undefined, 'USDC', mint, 'dollars', 'native') },
    { weight: 1, arbitrary: fc.constantFrom('PLATFORM', 'points') },
  ),
  decimals: often(undefined, 6, 9),
  test: often(undefined, true, false),
  hash: fc.constantFrom(undefined, 'a', 'b'),
  signed: often(true, false),
});
const decision: fc.Arbitrary<Decision> = fc.record({
  kind: fc.constant('resolve'),
  of: fc.constantFrom(0, 1),
  resolution: fc.constantFrom('settled', 'refused'),
});
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: delivery },
  { weight: 3, arbitrary: decision },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' } as const) },
);

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

async function shownStatus(invoice: string): Promise<string> {
  return (await service.app.inject({ url: `/api/invoices/${invoice}` })).json<{ status: string }>().status;
}

interface Delivered {
  readonly delivery: Delivery;
  readonly payload: string;
  readonly code: number;
}

async function deliver(invoice: string, run: number, sent: Delivery): Promise<Delivered> {
  const { signed, hash, of: _of, kind: _kind, ...webhook } = sent;
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
  return { delivery: sent, payload, code: response.statusCode };
}

async function resolve(invoice: string, resolution: Decision['resolution']): Promise<void> {
  const headers = { authorization: `Bearer ${adminKeys.payments}` };
  const url = '/api/v1/admin/contradictions';
  const listed = await service.app.inject({ url: `${url}?state=open&limit=100`, headers });
  const { contradictions } = listed.json<{ contradictions: { id: string; invoice: string }[] }>();
  const open = contradictions.find((one) => one.invoice === invoice);
  if (open === undefined) return;
  const payload = { resolution, reason: 'Checked by hand.' };
  const response = await service.app.inject({ method: 'POST', url: `${url}/${open.id}/resolve`, headers, payload });
  // What cannot be settled, or was resolved at the same time, is a conflict.
  expect([200, 409]).toContain(response.statusCode);
}

/** Causes that are in the payload itself, whatever happened before. */
const mismatches = new Set<ContradictionCause>(['recipient', 'amount', 'decimals', 'token', 'network', 'test']);

const matches = ({ recipient, amount, token, decimals, test }: Delivery): boolean =>
  recipient === recipients.chain &&
  amount !== '1' &&
  token !== 'PLATFORM' &&
  token !== 'points' &&
  !(decimals === 9 && (token === undefined || token === 'USDC')) &&
  test !== true;

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
    .select(['cause', 'payload', 'tx_hash', 'state', 'resolution'])
    .where('invoice', '=', invoice)
    .execute();
  return { status: intent.status, transactions, contradictions };
}

type Outcome = Awaited<ReturnType<typeof stored>>;

/** Payloads of a status that an administrator settled. */
function settledBy({ contradictions }: Outcome, status: Delivery['status']): Outcome['contradictions'] {
  return contradictions.filter(({ resolution, payload }) => resolution === 'settled' && statusOf(payload) === status);
}

const statusOf = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null && 'status' in payload ? payload.status : undefined;

/** One result, which agrees with the intent; one refund at most, and none without a payment; all as ordered. */
function expectOneResult(outcome: Outcome): void {
  const { status, transactions } = outcome;
  const results = transactions.filter((one) => one.status !== 'refunded');
  const refunds = transactions.filter((one) => one.status === 'refunded');
  expect(results.map((one) => one.status)).toEqual({ pending: [], completed: ['paid'], failed: ['failed'] }[status]);
  expect(refunds.length).toBeLessThanOrEqual(status === 'completed' ? 1 : 0);
  for (const one of transactions) expect([one.amount, one.recipient_address]).toEqual(['990000', recipients.chain]);
  // A payment that an administrator settled is the one that is stored.
  const byHand = [settledBy(outcome, 'finalized'), settledBy(outcome, 'refunded')];
  for (const [index, stored] of [results, refunds].entries()) {
    const settled = byHand[index] ?? [];
    if (settled.length > 0) expect(stored.map((one) => one.tx_hash)).toEqual(settled.map((one) => one.tx_hash));
  }
  expect(settledBy(outcome, 'failed')).toEqual([]);
}

/** Every signed payload agrees with what is stored, or is stored as a contradiction. */
function expectNothingHidden(outcome: Outcome, deliveries: readonly Delivered[], run: number): void {
  const { transactions, contradictions } = outcome;
  const kept = new Map(contradictions.map(({ payload, cause }) => [JSON.stringify(payload), cause]));
  expect(kept.size).toBe(contradictions.length);
  for (const { delivery: one, payload, code } of deliveries) {
    if (!one.signed) {
      expect(code).toBe(401);
      continue;
    }
    const cause = kept.get(payload);
    expect(cause !== undefined && mismatches.has(cause)).toBe(!matches(one));
    if (!matches(one)) expect(code).toBe(400);
    if (cause !== undefined) continue;
    expect(code).toBe(200);
    // A failure gives way to a payment that an administrator settled.
    if (one.status === 'failed' && settledBy(outcome, 'finalized').length > 0) continue;
    const expected = { finalized: 'paid', failed: 'failed', refunded: 'refunded' }[one.status];
    const agreed = transactions.find((transaction) => transaction.status === expected);
    expect(agreed).toBeDefined();
    // A hash that is missing on either side contradicts nothing.
    const hash = one.hash && `${one.hash}-${run}`;
    if (one.status !== 'failed' && hash && agreed?.tx_hash) expect(agreed.tx_hash).toBe(hash);
  }
}

let runs = 0;

test('payment webhook: no order of deliveries, expiry and resolutions pays twice or hides a contradiction', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), fc.boolean(), async (events, atOnce) => {
      const run = runs++;
      const invoices = [await createInvoice(`person ${run}`), await createInvoice(`person ${run}`)] as const;
      const delivered: Delivered[] = [];
      const happen = async (one: Event) => {
        if (one.kind === 'expire') backends.clock.ahead += 48 * 3_600_000;
        else if (one.kind === 'resolve') await resolve(invoices[one.of], one.resolution);
        else delivered.push(await deliver(invoices[one.of], run, one));
      };
      if (atOnce) await Promise.all(events.map(happen));
      else {
        for (const one of events) {
          const expired = one.kind === 'deliver' && (await shownStatus(invoices[one.of])) === 'expired';
          await happen(one);
          // An expired invoice is paid by an administrator's decision only.
          if (expired && one.status === 'finalized') expect(await shownStatus(invoices[one.of])).toBe('expired');
        }
      }

      const outcomes = await Promise.all(invoices.map(stored));
      const paidWith: string[] = [];
      for (const [index, outcome] of outcomes.entries()) {
        expectOneResult(outcome);
        expectNothingHidden(
          outcome,
          delivered.filter(({ delivery: { of } }) => of === index),
          run,
        );
        const paid = outcome.transactions.find(({ status }) => status === 'paid');
        if (paid?.tx_hash) paidWith.push(paid.tx_hash);
      }
      expect(new Set(paidWith).size).toBe(paidWith.length);
    }),
    { numRuns: 60 },
  );
});

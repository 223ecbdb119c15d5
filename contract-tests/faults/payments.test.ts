import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type RunningBackend, startBackend } from '../fixtures/backend.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';
import { type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { killSeed, mulberry32 } from '../fixtures/random.ts';
import { waitUntil } from '../fixtures/http.ts';

/** Below the 20 pending invoices that a person may have. */
const invoicesPerBuyer = 15;
const buyers = 6;

let backend: RunningBackend;
let second: RunningPlatform;
/** Server of the app. */
let app: Receiver;
beforeAll(async () => {
  if (process.env['TEST_DATABASE_URL'] === undefined) return;
  app = await startReceiver();
  const env = { SETTLED_HOOK_URL: app.url, WEBHOOK_ALLOW_TARGETS: '127.0.0.1/32' };
  backend = await startBackend({ env });
  second = await startSecond();
});
afterAll(async () => {
  await second?.stop();
  await backend?.stop();
  await app?.close();
});

/** A second process on the same database. */
const startSecond = async () =>
  startPlatform({
    services: ['backend'],
    after: backend.platform,
    env: { BACKEND_PORT: String(await freePort()) },
  });

interface Payment {
  readonly invoice: string;
  readonly recipient: string;
  readonly status: 'finalized';
  readonly txHash: string;
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  `KILL_SEED=${killSeed}: payments: when one of two processes is killed during settling, every payment is settled and reported once`,
  async () => {
    const random = mulberry32(killSeed);
    const people = await Promise.all(Array.from({ length: buyers }, () => backend.buyer()));
    const payments: Payment[] = [];
    for (const person of people) {
      for (let count = 0; count < invoicesPerBuyer; count += 1) {
        const { invoice, recipient } = unwrap(await person.createInvoice({ body: { productId: 'coins-100-usdc' } }));
        payments.push({ invoice, recipient, status: 'finalized', txHash: randomUUID() });
      }
    }
    let responses = 0;
    /** Delivers to a process until it responds, as the payment service does. @returns whether it settled the payment */
    const deliver = async (payment: Payment, to: () => string): Promise<boolean> => {
      for (;;) {
        const sent = await backend.deliver(payment, { to: to() }).catch(() => undefined);
        if (sent === undefined) continue;
        responses += 1;
        expect(sent.status).toBe(200);
        return (sent.body as { processed: boolean }).processed;
      }
    };
    const settled: boolean[] = [];
    const work = payments.map((payment) => async () => {
      // Both processes receive each payment at the same time. One that is killed does not come back at its address.
      let lost = false;
      const fromSecond = async () => {
        const address = second.urls['backend'] ?? '';
        const sent = await backend.deliver(payment, { to: address }).catch(() => undefined);
        if (sent === undefined) lost = true;
        else responses += 1;
        return (sent?.body as { processed?: boolean } | undefined)?.processed ?? false;
      };
      const results = await Promise.all([deliver(payment, () => backend.url), fromSecond()]);
      expect(results.filter(Boolean).length).toBeLessThanOrEqual(1);
      // The response of the killed process may be lost after it settled.
      if (!lost) settled.push(results.some(Boolean));
    });
    const next = async (): Promise<void> => {
      for (let one = work.shift(); one !== undefined; one = work.shift()) await one();
    };
    const settling = Promise.all([next(), next(), next(), next()]);
    const before = 20 + random(60);
    await waitUntil(() => responses >= before);
    await second.kill();
    await settling;
    expect(settled.every(Boolean)).toBe(true);

    const listed = await Promise.all(
      people.map(async (person) => unwrap(await person.listTransactions({ query: { limit: 100 } })).transactions),
    );
    const transactions = listed.flat();
    expect(transactions.map(({ invoice, status, txHash }) => `${invoice} ${status} ${txHash}`).toSorted()).toEqual(
      payments.map(({ invoice, txHash }) => `${invoice} paid ${txHash}`).toSorted(),
    );

    // The lease of the killed process ends after 30 s; its attempts may be repeated with the same id.
    const expected = new Set(transactions.map(({ id }) => id));
    const times = () => Map.groupBy(app.received, ({ headers }) => String(headers['webhook-id']));
    await expect.poll(() => times().size, { timeout: 90_000, interval: 100 }).toBe(expected.size);
    expect(new Set(times().keys())).toEqual(expected);
    expect(Math.max(...[...times().values()].map((requests) => requests.length))).toBeLessThanOrEqual(2);
  },
  240_000,
);

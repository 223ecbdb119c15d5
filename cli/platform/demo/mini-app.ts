import { bodyOf, type Programs, type Step, textOf } from './platform.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { DemoAgent } from './first-post.ts';

const scenarios = [
  { product: 'coins-100-usdc', expected: 'paid' },
  { product: 'test-paid-usdc', expected: 'paid' },
  { product: 'test-paid-failed-usdc', expected: 'failed' },
  { product: 'test-cancelled-usdc', expected: undefined },
] as const;

/**
 * Buys in the mini app: creates an invoice, pays it with a signed webhook, and checks the transaction.
 * @returns who is paid
 */
export async function buy(step: Step, { agent, payer }: Programs, backendBaseUrl: string): Promise<string> {
  const call = (path: string, ...more: string[]) => agent('auth', 'call', '--url', `${backendBaseUrl}${path}`, ...more);

  await step(
    'The mini-app backend identifies the owner of the agent',
    () => call('/api/me'),
    (response) => `user ${textOf(bodyOf(response), 'id')} with platform id ${textOf(bodyOf(response), 'platformId')}`,
  );
  let payee = '';
  for (const { product, expected } of scenarios) {
    await step(
      `It orders ${product}, and the payment service tells how it ended`,
      async () => {
        const order = JSON.stringify({ productId: product });
        const ordered = bodyOf(await call('/api/invoices', '--method', 'POST', '--body', order));
        const invoice = textOf(ordered, 'invoice');
        payee = textOf(ordered, 'recipient');
        await payer('pay', invoice);
        const { transactions } = bodyOf(await call('/api/transactions'));
        const found = Array.isArray(transactions)
          ? transactions.find((entry: { invoice?: unknown }) => entry.invoice === invoice)
          : undefined;
        return { invoice, status: statusOf(found) };
      },
      ({ invoice, status }) => {
        if (status !== expected)
          throw new Error(`${invoice} ended as ${status ?? 'nothing'}, not ${expected ?? 'nothing'}`);
        return `${invoice}: ${status ?? 'cancelled, so there is no transaction'}`;
      },
    );
  }
  return payee;
}

function statusOf(transaction: unknown): string | undefined {
  if (typeof transaction !== 'object' || transaction === null || !('status' in transaction)) return undefined;
  return String(transaction.status);
}

/** Grants consent as the owner, sends one push, and checks that the rate limit refuses a second one. */
export async function notify(
  step: Step,
  { agent }: Programs,
  parts: { readonly baseUrl: string; readonly appId: string; readonly apiKey: string },
  { ownerSub }: DemoAgent,
): Promise<void> {
  const host = `${parts.baseUrl}/api/v1/host`;
  const call = (method: string, path: string, body: object) =>
    agent('auth', 'call', '--url', `${host}${path}`, '--method', method, '--body', JSON.stringify(body));
  const backend = createNotificationsClient({
    baseUrl: parts.baseUrl,
    headers: { 'X-Platform-Notifications-Key': parts.apiKey },
  });

  await step(
    'The owner allows the demo app to send notifications',
    () => call('PUT', `/apps/${parts.appId}/consent`, { status: 'granted' }),
    (response) => `consent is ${textOf(bodyOf(response), 'status')}`,
  );
  const body = `Your agent finished at ${new Date().toISOString()}`;
  await step(
    'The app sends a notification',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body } }),
    (response) => {
      if (response.status === 202) return `${response.body.notificationId} is queued`;
      if (response.status === 429)
        return `429: an earlier run used up this hour; ${response.body.details?.retryAfterSeconds} s to wait`;
      throw new Error(`The service returned ${response.status}: ${JSON.stringify(response.body)}`);
    },
  );
  await step(
    'A second one within the hour is rejected with a retry time',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body: `${body}, again` } }),
    (response) => {
      if (response.status !== 429) throw new Error(`The service returned ${response.status}`);
      return `429, retry after ${response.body.details?.retryAfterSeconds} s`;
    },
  );
}

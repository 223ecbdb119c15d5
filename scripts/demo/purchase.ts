import { bodyOf, type Programs, type Step, textOf } from './steps.ts';

const scenarios = [
  { product: 'coins-100-usdc', expected: 'paid' },
  { product: 'test-paid-usdc', expected: 'paid' },
  { product: 'test-paid-failed-usdc', expected: 'failed' },
  { product: 'test-cancelled-usdc', expected: undefined },
] as const;

/** Buys in the mini app: creates an invoice, pays it with a signed webhook, and checks the transaction. */
export async function buy(step: Step, { agent, payer }: Programs, backendBaseUrl: string): Promise<void> {
  const call = (path: string, ...more: string[]) => agent('auth', 'call', '--url', `${backendBaseUrl}${path}`, ...more);

  await step(
    'The mini-app backend identifies the owner of the agent',
    () => call('/api/me'),
    (response) => `user ${textOf(bodyOf(response), 'id')} with platform id ${textOf(bodyOf(response), 'platformId')}`,
  );
  for (const { product, expected } of scenarios) {
    await step(
      `It orders ${product}, and the payment service tells how it ended`,
      async () => {
        const invoice = textOf(
          bodyOf(await call('/api/invoices', '--method', 'POST', '--body', JSON.stringify({ productId: product }))),
          'invoice',
        );
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
}

function statusOf(transaction: unknown): string | undefined {
  if (typeof transaction !== 'object' || transaction === null || !('status' in transaction)) return undefined;
  return String(transaction.status);
}

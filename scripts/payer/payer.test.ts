import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf } from '../../cli/platform/print.ts';
import { startBackend } from '../../contract-tests/fixtures/backend.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { payerTools, runPayer } from './commands.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

const backend = useStarted(() => startBackend({ env: { WEBHOOK_PUBLIC_KEY: '', DEMO_DATA: 'true' } }));

const payer = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number; readonly output: Readonly<Record<string, unknown>> }> =>
  runPayer(payerTools({ ...backend.platform.env, ...env }), args).then(
    (result) => ({ code: 0, output: { ok: true, ...result } }),
    (error: unknown) => ({ code: 1, output: { ok: false, ...failureOf(error) } }),
  );

async function order(productId: string) {
  const person = await backend.buyer();
  const { invoice } = unwrap(await person.createInvoice({ body: { productId } }));
  return {
    invoice,
    status: async () => unwrap(await backend.anonymous.getInvoice({ path: { invoice } })).status,
    transactions: async () => unwrap(await person.listTransactions()).transactions,
  };
}

test('payer: pays an invoice once, and a repetition is already_processed [D1]', async () => {
  const { invoice, status, transactions } = await order('coins-100-usdc');
  const paid = await payer(['pay', invoice]);
  expect(paid).toEqual({
    code: 0,
    output: {
      ok: true,
      invoice,
      scenario: 'paid',
      test: false,
      status: 'finalized',
      txHash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
      attempts: 1,
      processed: true,
    },
  });
  expect(await status()).toBe('completed');
  expect(await transactions()).toMatchObject([{ status: 'paid', txHash: paid.output['txHash'], test: null }]);
  const again = ['node', resolve(import.meta.dirname, '../payer.ts'), 'pay', invoice] as const;
  const { stdout } = await promisify(execFile)(again[0], again.slice(1), { env: backend.platform.env });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, processed: false, reason: 'already_processed' });
});

test.each([
  ['test-paid-platform', [], 'finalized', 'completed', [{ status: 'paid', test: 'true' }]],
  ['test-paid-failed-usdc', [], 'failed', 'failed', [{ status: 'failed', test: 'true', txHash: null }]],
  ['test-cancelled-usdc', [], null, 'pending', []],
  ['coins-100-usdc', ['--scenario', 'paid:failed'], 'failed', 'failed', [{ status: 'failed', test: null }]],
  ['coins-100-platform', ['--scenario', 'cancelled'], null, 'pending', []],
] as const)(
  'payer: %s with flags %j sends the status %j to the backend',
  async (productId, flags, sent, settled, listed) => {
    const { invoice, status, transactions } = await order(productId);
    expect((await payer(['pay', invoice, ...flags])).output).toMatchObject({ ok: true, status: sent });
    expect(await status()).toBe(settled);
    expect(await transactions()).toMatchObject(listed);
  },
);

test.each([
  ['no command', [], /^Usage: payer pay <invoice>/],
  ['no invoice', ['pay'], /^Usage/],
  ['an unknown scenario', ['pay', 'inv-1', '--scenario', 'late'], /^late is not a scenario/],
  ['an unknown flag', ['pay', 'inv-1', '--now'], /Usage/],
  ['a malformed invoice number', ['pay', 'inv-1'], /^The invoice inv-1 cannot be paid: the backend responded with 400/],
  [
    'an unknown invoice number',
    ['pay', 'inv-00000000-0000-4000-8000-000000000000'],
    /responded with 404, Invoice not found/,
  ],
])('payer: %s is an error on stdout with exit code 1', async (_what, args, error) => {
  expect(await payer(args)).toEqual({ code: 1, output: { ok: false, error: expect.stringMatching(error) } });
});

test('payer: an unreachable backend and a data directory without a payment key are explained', async () => {
  const absent = await payer(['pay', 'inv-00000000-0000-4000-8000-000000000000'], {
    BACKEND_BASE_URL: 'http://127.0.0.1:1',
  });
  expect(absent).toMatchObject({
    code: 1,
    output: { ok: false, error: expect.stringMatching(/^The service cannot be reached/) },
  });
  const empty = await mkdtemp(join(tmpdir(), 'payer-'));
  const keyless = await payer(['pay', 'inv-1'], { DATA_DIR: empty });
  expect(keyless.output['error']).toMatch(/^There is no payment key: start the platform once/);
  await rm(empty, { recursive: true });
});

test('payer: only the owner can read the key file', async () => {
  const { mode } = await stat(join(backend.platform.dataDir, 'payment.key'));
  expect(mode & 0o777).toBe(0o600);
});

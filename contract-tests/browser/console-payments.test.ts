import { beforeAll, expect, test } from 'vitest';
import { type BackendClient, createBackendClient } from '../../generated/backend/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type BrowserSession, checkPage, checkAtBothSizes } from '../fixtures/browser-session.ts';
import { grantConsole, signInToConsole, openWebPages } from '../fixtures/web-pages.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deliverPayment } from '../fixtures/backend.ts';
import type { RunningPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() =>
  openWebPages(['sso', 'backend', 'web'], { browser: { viewport: { width: 1440, height: 900 } } }),
);
let platform: RunningPlatform;
let session: BrowserSession;
let buyer: BackendClient;
beforeAll(async () => {
  ({ platform, session } = pages);
  const { key, accessToken } = await bindAgent(platform);
  buyer = createBackendClient({
    baseUrl: urlOf(platform, 'backend'),
    middleware: [dpopMiddleware({ keypair: key, accessToken: () => accessToken })],
  });
  const sub = await signInToConsole(session.page, pages.at('/admin/payments'));
  await grantConsole(platform, { sub, scopes: ['payments'], name: 'Support desk' });
  await session.page.reload();
  await session.page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
});

/** Orders, and delivers webhooks about the order. @returns the invoice */
async function order(...webhooks: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const { invoice, recipient } = unwrap(await buyer.createInvoice({ body: { productId: 'coins-100-usdc' } }));
  for (const webhook of webhooks) await deliverPayment(platform, { invoice, recipient, ...webhook });
  return invoice;
}

const statusOf = async (invoice: string) => unwrap(await buyer.getInvoice({ path: { invoice } })).status;
const cardOf = (invoice: string) => session.page.locator('.entries > li').filter({ hasText: invoice });

test('console: a payment that arrived after its failure is settled with a reason, and the invoice is paid', async () => {
  const { page } = session;
  await page.getByText('No contradiction is open.').waitFor();
  const invoice = await order({ status: 'failed' }, { status: 'finalized', txHash: 'late-1' });
  expect(await statusOf(invoice)).toBe('failed');
  await page.reload();
  await cardOf(invoice).getByText('Paid after the payment had failed').waitFor();
  await cardOf(invoice).getByText('Signed webhook').click();
  await cardOf(invoice).getByText('"txHash": "late-1"').waitFor();
  await checkAtBothSizes(page, 'console-payments');

  await cardOf(invoice).getByRole('button', { name: 'Settle…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Final on the chain');
  await checkAtBothSizes(page, 'console-settle-payment');
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await page.getByText('No contradiction is open.').waitFor();
  expect(await statusOf(invoice)).toBe('completed');

  await page.getByLabel('State').selectOption('resolved');
  await cardOf(invoice)
    .getByText(/Final on the chain by Support desk/)
    .waitFor();
  await checkAtBothSizes(page, 'console-payments-resolved');
});

test('console: a second payment of a paid invoice can only be refused, and changes nothing', async () => {
  const { page } = session;
  const invoice = await order({ status: 'finalized', txHash: 'first' }, { status: 'finalized', txHash: 'second' });
  await page.getByLabel('State').selectOption('open');
  await cardOf(invoice).getByText('It can only be refused. The invoice is already paid.').waitFor();
  expect(await cardOf(invoice).getByRole('button', { name: 'Settle…' }).count()).toBe(0);
  await cardOf(invoice).getByRole('button', { name: 'Refuse…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Paid back by hand');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByText('No contradiction is open.').waitFor();
  const { transactions } = unwrap(await buyer.listTransactions());
  expect(transactions.filter((one) => one.invoice === invoice)).toMatchObject([{ status: 'paid', txHash: 'first' }]);
});

test('console: a contradiction that another operator has resolved is reported in the dialog and leaves the list', async () => {
  const { page } = session;
  const invoice = await order({ status: 'failed' }, { status: 'finalized', txHash: 'late-2' });
  await page.getByLabel('State').selectOption('all');
  await page.getByLabel('State').selectOption('open');
  await cardOf(invoice).getByRole('button', { name: 'Settle…' }).click();
  await page.route(/\/resolve$/, async (route) => {
    // The same decision arrives twice; the page sees the response to the second.
    await route.fetch();
    await route.continue();
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Final on the chain');
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await checkPage(page, 'console-resolved-meanwhile');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('No contradiction is open.').waitFor();
  expect(await statusOf(invoice)).toBe('completed');
  expect(session.pageErrors).toEqual([]);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState } from '../fixtures/browser-session.ts';
import { type Agent, bindAgent, startSignIn } from '../fixtures/identity.ts';
import { createIdentity, linkPhone, openProviderPages } from '../fixtures/web-pages.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let page: Page;
let agent: Agent;
beforeAll(async () => {
  // A day begins there later than that of UTC.
  ({ page } = await pages.openPage({ timezoneId: 'America/New_York' }));
  await createIdentity(page, pages.baseUrl);
  agent = await bindAgent(pages.platform, { owner: await linkPhone(page, pages.baseUrl) });
  await page.goto(`${pages.baseUrl}/owner`);
});

const payment = { type: 'payment', amount: '990000', token: 'USDC', payee: '6Yx7sPZ1' };

const ask = async (further: object = { authorization_details: JSON.stringify([payment]) }): Promise<string> =>
  unwrap(
    await agent.sso.createBackchannelAuthentication({
      body: { client_id: demoProvider, login_hint: agent.owner.sub, agent_name: 'Nightly build', ...further },
    }),
  ).auth_req_id;

/** Polls once. */
const poll = (auth_req_id: string) =>
  agent.sso.exchangeToken({
    body: { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id, client_id: demoProvider },
  });
const errorOf = async (auth_req_id: string): Promise<string | undefined> => {
  const { status, body } = await poll(auth_req_id);
  return status === 200 ? undefined : body.error;
};

const waiting = () => page.getByRole('region', { name: 'Waiting for your decision' });

test('account page: without requests nothing is said of them', async () => {
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  expect(await waiting().count()).toBe(0);
});

test('account page: a request of an agent appears by itself, and a passkey approves it', async () => {
  const id = await ask();
  await waiting().getByText('Nightly build asks for your approval').waitFor();
  await waiting().getByText('Pay 0.99 USDC to 6Yx7sPZ1, once').waitFor();
  await checkState(page, 'account-requests');
  await waiting().getByRole('button', { name: 'Approve' }).click();
  await waiting().waitFor({ state: 'hidden' });
  expect(await errorOf(id)).toBeUndefined();
});

test('account page: a request that was decided on another device disappears', async () => {
  await ask({ binding_message: 'May I delete the old logs?' });
  await waiting().getByText('It says: May I delete the old logs?').waitFor();
  const { requests } = unwrap(await agent.owner.sso.listOwnerRequests({ query: { state: 'pending' } }));
  await agent.owner.decide(`/approve/${requests[0]?.requestId}`, 'reject');
  await waiting().waitFor({ state: 'hidden' });
});

test('account page: "always, up to" approves once more without asking, until the mandate is revoked', async () => {
  await ask();
  await waiting()
    .getByText(/^This request expires in [45]:\d\d$/)
    .waitFor();
  expect(await page.title()).toMatch(/^\(1\) /);
  await waiting().getByRole('button', { name: 'Always, up to …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allow it without asking?' });
  const limit = dialog.getByLabel('Limit in USDC');
  expect(await limit.inputValue()).toBe('0.99');
  await limit.fill('0.5');
  await checkState(page, 'account-mandate-dialog');
  await dialog.getByRole('button', { name: 'Approve and allow' }).click();
  expect(await limit.evaluate('document.activeElement.validationMessage')).toBe(
    'Enter a number of at least 0.99 USDC.',
  );
  await limit.fill('2');
  await dialog.getByLabel('The limit is for').selectOption('each week');
  const lastDay = await dialog.getByLabel('Ends on').inputValue();
  await dialog.getByRole('button', { name: 'Approve and allow' }).click();
  await waiting().waitFor({ state: 'hidden' });
  expect(await page.title()).not.toMatch(/^\(/);
  expect(await errorOf(await ask())).toBeUndefined();

  await page.reload();
  const allowed = page.getByRole('region', { name: 'Allowed without asking' });
  await allowed.getByText('Up to 2 USDC each week, 1.98 USDC used').waitFor();
  const ends = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(lastDay));
  await allowed.getByText(`ends ${ends}, 00:00`).waitFor();
  await checkState(page, 'account-mandates');
  await allowed.getByRole('button', { name: 'Revoke: Pay 6Yx7sPZ1' }).click();
  await allowed.getByText('No agent may do anything without asking.').waitFor();
  expect(await errorOf(await ask())).toBe('authorization_pending');
});

test('owner requests: the inbox shows what waits, and what was decided', async () => {
  await page.goto(`${pages.baseUrl}/owner/requests`);
  await page.getByRole('heading', { level: 1, name: 'Waiting for your decision' }).waitFor();
  await page.getByRole('list', { name: 'Waiting for your decision' }).getByText('Pay 0.99 USDC').waitFor();
  await page.getByRole('list', { name: 'Decided' }).getByText('Approved without asking,').waitFor();
  await checkState(page, 'owner-requests');
});

test('owner requests: the page of a request follows a decision on another device, and a passkey decides the next', async () => {
  const open = async () => {
    const { requests } = unwrap(await agent.owner.sso.listOwnerRequests({ query: { state: 'pending' } }));
    await page.goto(`${pages.baseUrl}/owner/requests/${requests[0]?.requestId}`);
    await page.getByRole('heading', { name: 'Nightly build asks for your approval' }).waitFor();
    return `/approve/${requests[0]?.requestId}`;
  };
  const link = await open();
  await checkState(page, 'owner-request');
  await agent.owner.decide(link, 'reject');
  await page.getByRole('heading', { name: 'Declined' }).waitFor();

  const id = await ask({ authorization_details: JSON.stringify([{ ...payment, productId: 'coins-100' }]) });
  await open();
  await page.getByText('For the product coins-100').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await checkState(page, 'owner-request-approved');
  expect(await errorOf(id)).toBeUndefined();
});

test('approval page: the details of a sign-in are listed before and after the person signs in', async () => {
  const action = { type: 'action', action: 'deploy', target: 'production', description: 'Release <b>4</b>' };
  const started = await startSignIn(pages.sso, { agentName: 'Deployer', details: JSON.stringify([payment, action]) });
  const visitor = (await pages.openPage()).page;
  for (const person of [visitor, page]) {
    await person.goto(started.deepLink);
    const asked = person.getByRole('list', { name: 'It also asks for this, once' });
    await asked.getByText('Pay 0.99 USDC to 6Yx7sPZ1, once').waitFor();
    await asked.getByText('Release <b>4</b>').waitFor();
  }
  await checkState(page, 'approval-details');
});

test('receipts: the public page verifies a receipt without sending it, and says when it was changed', async () => {
  const id = await ask();
  const { requests } = unwrap(await agent.owner.sso.listOwnerRequests({ query: { state: 'pending' } }));
  await agent.owner.decide(`/approve/${requests[0]?.requestId}`, 'approve');
  const { approval_receipt: receipt = '' } = unwrap(await poll(id));
  const visitor = (await pages.openPage()).page;
  await visitor.goto(`${pages.baseUrl}/receipts/verify`);
  await checkState(visitor, 'receipt');
  const sent: string[] = [];
  visitor.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  await visitor.getByLabel('Receipt').fill(receipt);
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await visitor.getByRole('heading', { name: 'The receipt is genuine' }).waitFor();
  await visitor.getByText('6Yx7sPZ1').waitFor();
  await checkState(visitor, 'receipt-genuine');
  const [header, payload = '', signature] = receipt.split('.');
  const changed = Buffer.from(payload, 'base64url').toString().replace('990000', '990001');
  await visitor.getByLabel('Receipt').fill([header, Buffer.from(changed).toString('base64url'), signature].join('.'));
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await visitor.getByText('It was changed after it was signed.').waitFor();
  await checkState(visitor, 'receipt-changed');
  expect(sent.filter((request) => request.includes(payload.slice(0, 40)))).toEqual([]);
  expect(sent.map((request) => new URL(request).pathname)).toContain('/oauth/jwks/history');
});

test('account page: the owner sets how often an agent may ask', async () => {
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByLabel('Requests in an hour').fill('9');
  await page.getByRole('region', { name: 'How often agents may ask' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is saved.').waitFor();
  expect(unwrap(await agent.owner.sso.getRequestBudget())).toEqual({ perHour: 9, perDay: 50 });
});

test('account page: after "Not again today" the agent asks nobody', async () => {
  const id = await ask();
  await waiting().getByRole('button', { name: 'Not again today' }).click();
  await waiting().waitFor({ state: 'hidden' });
  expect(await errorOf(id)).toBe('access_denied');
  expect(await errorOf(await ask())).toBe('expired_token');
});

// The clock stops for all pages of the browser context: no test can follow.
test('owner requests: what another device decided disappears within 2 s from the inbox, and from the page of the request', async () => {
  agent = await bindAgent(pages.platform, { owner: agent.owner });
  await ask({ binding_message: 'Within two seconds?' });
  const { requests } = unwrap(await agent.owner.sso.listOwnerRequests({ query: { state: 'pending' } }));
  const requestId = requests[0]?.requestId ?? '';
  /** A page whose clock stands still, so that its own two seconds are measured and not those of a busy machine. */
  const open = async (path: string) => {
    const opened = await page.context().newPage();
    await opened.clock.install();
    await opened.goto(`${pages.baseUrl}${path}`);
    await opened.getByText('It says: Within two seconds?').waitFor();
    await opened.clock.pauseAt(Date.now() + 60_000);
    return opened;
  };
  const [inbox, request] = [await open('/owner/requests'), await open(`/owner/requests/${requestId}`)];
  await agent.owner.decide(`/approve/${requestId}`, 'reject');
  for (const opened of [inbox, request]) await opened.clock.runFor(2_000);
  await inbox.getByText('It says: Within two seconds?').waitFor({ state: 'detached' });
  const decided = inbox.getByRole('list', { name: 'Decided' }).getByRole('listitem');
  await decided.filter({ hasText: 'Within two seconds?' }).getByText('Declined').waitFor();
  await request.getByRole('heading', { name: 'Declined' }).waitFor();
});

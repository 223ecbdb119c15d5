import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { deviceMiddleware, dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtBothSizes } from '../fixtures/browser-session.ts';
import { delegate, exchangeForm } from '../fixtures/sso.ts';
import { type Agent, bindAgent } from '../fixtures/identity.ts';
import { expectFocus } from '../fixtures/keyboard.ts';
import { limitPages } from '../fixtures/chromium.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { createIdentity, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

const pages = useStarted(openProviderPages);
let url: string;
let page: Page;
let agent: Agent;
beforeAll(async () => {
  url = pages.baseUrl;
  ({ page } = await pages.openPage());
  agent = await approvedAgent();
});

/** Creates an identity in the browser, links a software phone to it and approves an agent there. */
async function approvedAgent(): Promise<Agent> {
  await createIdentity(page, url);
  await page.getByRole('button', { name: 'Link a phone or device' }).click();
  const link = (await page.getByRole('dialog').locator('.link-text').innerText()).split('/').at(-1) ?? '';
  const sso = createSsoClient({ baseUrl: url, middleware: [deviceMiddleware({ keypair: newKey() })] });
  const { sub } = unwrap(await sso.createDevice({ body: { name: 'Pocket phone', link } }));
  await page.getByText('Pocket phone was linked.').waitFor();
  const decide: Agent['owner']['decide'] = async (deepLink, decision) => {
    const path = { requestId: deepLink.split('/').at(-1) ?? '' };
    const { clientId, dpopJkt } = unwrap(await sso.getAuthorizationRequest({ path }));
    unwrap(await sso.decideAuthorizationRequest({ path, body: { decision, clientId, dpopJkt } }));
  };
  return bindAgent(pages.platform, { owner: { sub, sso, decide } });
}

async function addHelper(key: TestKey): Promise<TestKey> {
  const helper = newKey();
  const sso = createSsoClient({ baseUrl: url, middleware: [dpopMiddleware({ keypair: helper })] });
  const delegation = await delegate({ url }, { ...agent, key }, helper);
  const form = exchangeForm({ clientId: demoProvider }, delegation);
  unwrap(await sso.exchangeToken({ body: { ...form, grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' } }));
  return helper;
}

test('account page: helpers stand below their agent, are paused with it, and each can be disconnected with those below it', async () => {
  const first = await addHelper(agent.key);
  await addHelper(first);
  await addHelper(agent.key);
  await page.goto(`${url}/owner`);
  const list = page.getByRole('list', { name: 'Connected applications and agents' });
  await expect.poll(() => list.locator(':scope > li').count()).toBe(1);
  const helpers = list.locator(':scope > li > ul.helpers > li');
  expect([await helpers.count(), await list.locator('li').count()]).toEqual([2, 4]);
  expect(await helpers.first().innerText()).toContain('Helper of an agent, limited to forum:write');
  await checkAtBothSizes(page, 'account-helpers');

  await list
    .locator(':scope > li > .actions')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect.poll(() => list.getByText(/^Paused with its agent/).count()).toBe(3);
  expect(await list.getByRole('button', { name: /^(Pause|Resume)/ }).count()).toBe(1);
  await checkAtBothSizes(page, 'account-paused');
  const body = { grant_type: 'refresh_token', refresh_token: agent.refreshToken, client_id: demoProvider } as const;
  const refused = await agent.sso.exchangeToken({ body });
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'access_denied', reason: 'agent_paused' }]);
  await list.getByRole('button', { name: /^Resume/ }).click();
  await expect.poll(() => list.getByText(/^Paused/).count()).toBe(0);
  expect((await agent.sso.exchangeToken({ body })).status).toBe(200);

  // The helper that has a helper of its own.
  const parent = helpers.filter({ has: page.locator('ul.helpers > li') });
  await parent
    .locator(':scope > .actions')
    .getByRole('button', { name: /^Disconnect/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => list.locator('li').count()).toBe(2);
  const { sessions } = unwrap(await agent.owner.sso.listConnectedSessions({ query: {} }));
  expect(sessions.map(({ jkt }) => jkt)).not.toContain(first.jkt);
  expect(sessions).toHaveLength(2);
});

test('account page: the first new row has the focus also when it moves below its agent', async () => {
  await addHelper(agent.key);
  // The newest come first: two helpers, then the third helper and its agent.
  await addHelper(agent.key);
  await limitPages(page, ({ pathname }) => pathname === '/api/v1/owner/sessions', 2);
  await page.goto(`${url}/owner`);
  const list = page.getByRole('list', { name: 'Connected applications and agents' });
  const first = list.locator(':scope > li > ul.helpers > li').last();
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect.poll(() => list.locator('li').count()).toBe(4);
  await expectFocus(first.getByRole('button').first());
});

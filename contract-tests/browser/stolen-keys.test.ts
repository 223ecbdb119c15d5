import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtBothSizes } from '../fixtures/browser-session.ts';
import { type Agent, bindAgent, startSignIn } from '../fixtures/identity.ts';
import { createIdentity, linkPhone, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(openProviderPages);
let page: Page;
let agent: Agent;
beforeAll(async () => {
  ({ page } = await pages.openPage());
  await createIdentity(page, pages.baseUrl);
  agent = await bindAgent(pages.platform, { owner: await linkPhone(page, pages.baseUrl) });
});

test('approval page: another owner reads that the key belongs to somebody else, and the request is rejected', async () => {
  const { page: other } = await pages.openPage();
  await createIdentity(other, pages.baseUrl);
  const { deepLink, pollingCode, comparisonCode } = await startSignIn(createSsoClient({ baseUrl: pages.baseUrl }), {
    jkt: agent.key.jkt,
  });
  await other.goto(deepLink);
  await other.getByText(comparisonCode, { exact: true }).click();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByRole('heading', { name: 'The key belongs to somebody else' }).waitFor();
  await checkAtBothSizes(other, 'approval-foreign-key');
  const client = createSsoClient({ baseUrl: pages.baseUrl });
  expect(unwrap(await client.pollAuthorization({ body: { polling_code: pollingCode } }))).toMatchObject({
    status: 'rejected',
    reason: 'key_of_another_owner',
  });
});

test('account page: disconnecting asks why, and a stolen key is reported for good', async () => {
  await page.goto(`${pages.baseUrl}/owner`);
  const list = page.getByRole('list', { name: 'Connected applications and agents' });
  await expect.poll(() => list.locator('li').count()).toBe(1);
  await list.getByRole('button', { name: /^Disconnect/ }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('radio', { name: 'I no longer use it' }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: /Its key may be stolen/ }).check();
  await checkAtBothSizes(page, 'account-stolen-key');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => list.locator('li').count()).toBe(0);
  const client = createSsoClient({ baseUrl: pages.baseUrl });
  const status = unwrap(await client.getKeyStatus({ path: { jkt: agent.key.jkt }, query: {} }));
  expect(status).toMatchObject({ status: 'revoked', reason: 'compromised', compromisedSince: status.since });
  await page.reload();
  await page.getByRole('list', { name: 'Activity' }).getByText('A key was reported stolen').waitFor();
});

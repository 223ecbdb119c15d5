import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtBothSizes } from '../fixtures/browser-session.ts';
import { type Agent, bindAgent, type Owner } from '../fixtures/identity.ts';
import { createIdentity, linkPhone, openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Every button of the account page says what it ends before it is pressed.

const pages = useStarted(openProviderPages);
let page: Page;
let owner: Owner;
let agents: readonly Agent[];
beforeAll(async () => {
  // A day begins there nine hours before that of UTC.
  ({ page } = await pages.openPage({ timezoneId: 'Asia/Tokyo' }));
  await createIdentity(page, pages.baseUrl);
  owner = await linkPhone(page, pages.baseUrl);
  agents = [await bindAgent(pages.platform, { owner }), await bindAgent(pages.platform, { owner })];
  await page.goto(`${pages.baseUrl}/owner`);
});

const dialog = () => page.getByRole('dialog');
/** Opens the question of a button. @returns what it says that ends; cancels it */
async function endsOf(button: RegExp): Promise<string> {
  await page.getByRole('button', { name: button }).first().click();
  const text = await dialog().locator('.ends').innerText();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('button', { name: button, disabled: false }).count()).toBeGreaterThan(0);
  return text;
}

test('account page: a device that was added is told on every visit until the person says that it was them', async () => {
  const notice = page.getByRole('region', { name: 'Changes that you have not seen' });
  await notice.getByText('A device was added').waitFor();
  expect(await notice.getByRole('listitem').count()).toBe(1);
  await checkAtBothSizes(page, 'account-notices');
  await page.reload();
  await notice.getByRole('button', { name: 'Yes, all of it was me' }).click();
  await notice.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('account page: a connection shows when it ends unused and when it ends in any case', async () => {
  const entry = page.getByRole('list', { name: 'Connected applications and agents' }).getByRole('listitem').first();
  expect(await entry.innerText()).toMatch(/Ends .* if it is not used, and .* in any case/);
});

test('account page: each button says how many browsers, applications and agents it ends', async () => {
  expect(await endsOf(/^Disconnect/)).toBe('This ends 1 agent. 1 agent of yours stays connected.');
  expect(await endsOf(/^End all sessions/)).toBe('This ends 1 browser. 2 agents of yours stay connected.');
  expect(await endsOf(/^Remove the device Pocket phone/)).toBe(
    'No application and no agent ends with it. 2 agents of yours stay connected.',
  );
  expect(await endsOf(/^Delete …/)).toBe('This ends 1 browser and 2 agents.');
});

test('account page: a theft is reported with the begin of the day, where the person is, since which the key may be stolen', async () => {
  const stolen = await bindAgent(pages.platform, { owner });
  await page.reload();
  await page
    .locator(`.connection[data-key="${stolen.key.jkt}"]`)
    .getByRole('button', { name: /^Disconnect/ })
    .click();
  expect(await dialog().getByText('Nobody can use the key again').innerText()).toContain('This ends 1 agent.');
  await dialog()
    .getByLabel(/^Since when/)
    .fill('2026-03-03');
  expect(
    await dialog()
      .getByRole('radio', { name: /Its key may be stolen/ })
      .isChecked(),
  ).toBe(true);
  await dialog().getByRole('button', { name: 'Disconnect' }).click();
  await page.locator(`.connection[data-key="${stolen.key.jkt}"]`).waitFor({ state: 'detached' });
  expect(unwrap(await stolen.sso.getKeyStatus({ path: { jkt: stolen.key.jkt }, query: {} }))).toMatchObject({
    status: 'revoked',
    compromisedSince: '2026-03-02T15:00:00.000Z',
  });
});

test('account page: with a removed device the agents that it approved are disconnected when the person chooses that', async () => {
  await page.getByRole('button', { name: /^Remove the device Pocket phone/ }).click();
  const choice = dialog().getByRole('checkbox', { name: /Also disconnect the applications and agents/ });
  expect(await choice.isChecked()).toBe(false);
  await dialog().getByText('This ends 2 agents.').waitFor();
  await checkAtBothSizes(page, 'account-remove-device');
  await choice.check();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No application or agent is connected.').waitFor();
  for (const { key, sso } of agents)
    expect(unwrap(await sso.getKeyStatus({ path: { jkt: key.jkt }, query: {} })).status).toBe('revoked');
});

import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState, signInWith } from '../fixtures/browser-session.ts';
import { bindAgent, enrolOwner, type Owner } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { portalClient, openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const pages = useStarted(() => openWebPages(['sso', 'notifications', 'web']));
let owner: Owner;
beforeAll(async () => {
  owner = await enrolOwner(pages.platform);
  await pages.session.page.goto(pages.at('/host'));
  await signInWith(pages.session.page, owner);
  await pages.session.page.getByText('listening for notifications').waitFor();
});

const allow = () => pages.session.page.getByRole('switch', { name: 'Changes of your account and apps' });
const arrived = () => pages.session.page.getByRole('region', { name: 'Arrived notifications' });

test('host: after a person allowed it, new recovery codes send them a push, and a tap opens their account', async () => {
  const { page } = pages.session;
  expect(await allow().getAttribute('aria-checked')).toBe('false');
  await allow().click();
  await expect.poll(() => allow().getAttribute('aria-checked')).toBe('true');
  await page.getByText('No app has asked for permission yet.').waitFor();
  await checkState(page, 'host-told-by-push');

  unwrap(await owner.sso.createRecoveryCodes());
  const push = arrived().getByText('Recovery codes were created for your identity. Was it you?');
  await push.waitFor();
  await checkState(page, 'host-told-of-recovery-codes');
  await push.click();
  await page.waitForURL(/\/owner#activity$/);
});

test('host: a tap on the push of a request opens the request', async () => {
  const { page } = pages.session;
  const { platform } = pages;
  await page.goto(pages.at('/host'));
  await page.getByText('listening for notifications').waitFor();
  const agent = await bindAgent(platform, { owner });
  unwrap(
    await agent.sso.createBackchannelAuthentication({
      body: { client_id: demoProvider, login_hint: owner.sub, binding_message: 'May I deploy?' },
    }),
  );
  await arrived().getByText('An agent asks for your approval.').click();
  await page.waitForURL(/\/owner\/requests\/[\w-]{43}$/);
  await page.getByText('It says: May I deploy?').waitFor();
});

test('host: after a person allowed it, a change of their app by another member sends them a push', async () => {
  const { page } = pages.session;
  const { platform } = pages;
  await page.goto(pages.at('/host'));
  await page.getByText('listening for notifications').waitFor();
  const own = portalClient(platform, await bindAgent(platform, { owner }));
  const { appId } = unwrap(await own.createApp({ body: { name: 'Shared' } }));
  const colleague = await enrolOwner(platform);
  unwrap(await own.setMember({ path: { appId, sub: colleague.sub }, body: { role: 'developer' } }));
  const theirs = portalClient(platform, await bindAgent(platform, { owner: colleague }));
  unwrap(await theirs.createApiKey({ path: { appId } }));
  await arrived().getByText('Another member changed “Shared”.').waitFor();
  expect(
    await arrived()
      .getByRole('button', { name: /^Dismiss/ })
      .count(),
  ).toBe(1);
});

test('host: the choice to be told can be taken back, and survives a reload', async () => {
  const { page } = pages.session;
  await allow().click();
  await expect.poll(() => allow().getAttribute('aria-checked')).toBe('false');
  await page.reload();
  await page.getByText('No app has asked for permission yet.').waitFor();
  expect(await allow().getAttribute('aria-checked')).toBe('false');
  expect(pages.session.pageErrors).toEqual([]);
});

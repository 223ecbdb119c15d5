import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkAtThreeSizes, checkPage, phone } from '../fixtures/browser-session.ts';
import { startSignIn } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { openProviderPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';

const jkt = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

const pages = useStarted(openProviderPages);
let sso: SsoApiClient;
beforeAll(async () => {
  ({ sso } = pages);
});

const poll = async (pollingCode: string) =>
  unwrap(await sso.pollAuthorization({ body: { polling_code: pollingCode } })).status;

async function createPasskey(page: Page): Promise<void> {
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
}

test('approval page: a new user creates a passkey on the phone, compares the code and approves', async () => {
  const { deepLink, pollingCode, comparisonCode } = await startSignIn(sso, { jkt });
  const { page, context } = await pages.openPage(phone);
  await page.goto(deepLink);
  await page.getByRole('heading', { name: 'Demo application asks you to sign in' }).waitFor();
  await checkPage(page, 'phone-1-sign-in');
  await createPasskey(page);

  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  await checkAtThreeSizes(page, 'decide');
  await page.getByText('Details', { exact: true }).click();
  const shown = await page.locator('main').innerText();
  expect(shown).toContain(comparisonCode);
  expect(shown).toContain('node, 127.0.0.0/24');
  expect(shown).toContain('30 days');
  expect(shown.replaceAll(/\s/g, '')).toContain(jkt);
  await checkPage(page, 'decide-details');

  const [decline, approve] = await Promise.all(
    ['Decline', 'Approve'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect([decline?.width, decline?.height]).toEqual([approve?.width, approve?.height]);

  expect(await poll(pollingCode)).toBe('pending');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alert').getByText('Pick the code that the other screen shows.').waitFor();
  await page.getByRole('radio', { name: comparisonCode }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await checkPage(page, 'phone-3-approved');
  expect(await poll(pollingCode)).toBe('authorized');
  await context.close();
});

test('approval page: a signed-in user declines by keyboard only, and a reload shows the decision', async () => {
  const first = await startSignIn(sso, { jkt });
  const { page, context } = await pages.openPage();
  await page.goto(first.deepLink);
  await createPasskey(page);
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();

  const second = await startSignIn(sso);
  await page.goto(second.deepLink);
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  await checkPage(page, 'desktop-2-decide');
  // The page shows the codes before the details.
  await page.keyboard.press('Tab');
  for (const expected of ['Details', 'Decline']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(expected);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Declined');
  await checkPage(page, 'desktop-3-declined');
  expect(await poll(second.pollingCode)).toBe('rejected');

  await page.reload();
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  await context.close();
});

test('approval page: a passkey signs in again after signing out', async () => {
  const { page, context } = await pages.openPage();
  await page.goto(`${pages.baseUrl}/owner`);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await checkPage(page, 'desktop-owner-signed-out');
  await createPasskey(page);
  await page.getByText('No application or agent is connected.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();

  const { deepLink } = await startSignIn(sso, { jkt });
  await page.goto(deepLink);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Connect Demo application?' }).waitFor();
  await context.close();
});

/** Starts an application with a redirect URI. */
async function listen(): Promise<{
  readonly server: Server;
  readonly redirectUri: string;
  readonly back: Promise<URL>;
}> {
  let arrive: (url: URL) => void;
  const back = new Promise<URL>((resolve) => (arrive = resolve));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    response.end('Back at the application');
    if (url.pathname === '/callback') arrive(url);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { server, redirectUri: `http://127.0.0.1:${port}/callback`, back };
}

/** Parameters of a sign-in of the demo application by redirect. */
const redirectParameters = (redirectUri: string) => ({
  response_type: 'code',
  response_mode: 'query',
  client_id: demoProvider,
  redirect_uri: redirectUri,
  scope: 'openid',
  code_challenge: s256Challenge(randomBytes(32).toString('base64url')),
  code_challenge_method: 'S256',
  state: randomBytes(8).toString('base64url'),
  nonce: randomBytes(8).toString('base64url'),
});

test('approval page: with response_mode=query the waiting page returns to the application when another device decides', async () => {
  const { server, redirectUri, back } = await listen();
  const parameters = redirectParameters(redirectUri);
  const waiting = await pages.openPage();
  await waiting.page.goto(`${pages.baseUrl}/oauth/authorize?${new URLSearchParams(parameters).toString()}`);
  await waiting.page.getByText('Approve on another device', { exact: true }).click();
  await checkPage(waiting.page, 'desktop-1-waiting');
  const deepLink = waiting.page.url();
  const code = await waiting.page.locator('#other-device .comparison-inline').innerText();

  const other = await pages.openPage(phone);
  await other.page.setExtraHTTPHeaders({ 'user-agent': 'A phone' });
  await other.page.goto(deepLink);
  await createPasskey(other.page);
  await other.page.getByRole('radio', { name: code }).check();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click();

  const arrived = await back;
  expect(arrived.searchParams.get('state')).toBe(parameters.state);
  expect(arrived.searchParams.get('iss')).toBe(pages.baseUrl);
  expect(arrived.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  // The phone is not redirected: it may not reach the application's address.
  await other.page.getByText('Go back to your other screen').waitFor();
  await checkPage(other.page, 'phone-4-elsewhere');
  expect(other.page.url()).toBe(deepLink);

  const later = await waiting.context.request.get(deepLink, { maxRedirects: 0 });
  expect([later.status(), later.headers()['location']]).toEqual([303, `${redirectUri}${arrived.search}`]);
  await Promise.all([waiting.context.close(), other.context.close()]);
  server.close();
});

test('approval page: with response_mode=query the same browser approves without a code', async () => {
  const { server, redirectUri, back } = await listen();
  const parameters = redirectParameters(redirectUri);
  const { page, context } = await pages.openPage();
  await page.goto(`${pages.baseUrl}/oauth/authorize?${new URLSearchParams(parameters).toString()}`);
  await createPasskey(page);
  await page.getByText('This browser started the request.').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await checkPage(page, 'desktop-same-browser');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await back).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  await context.close();
  server.close();
});

test('approval page: a wrong code ends the request and explains why', async () => {
  const { deepLink, pollingCode, comparisonCode } = await startSignIn(sso, { jkt });
  const { page, context } = await pages.openPage(phone);
  await page.goto(deepLink);
  await createPasskey(page);
  const radios = page.getByRole('radio');
  await radios.first().waitFor();
  const codes = await radios.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value') ?? ''));
  const wrong = codes.find((code) => code !== comparisonCode && code !== 'none') ?? '';
  await page.getByRole('radio', { name: wrong }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Wrong code' }).waitFor();
  await page.getByText('To try again, start it again in your terminal.').waitFor();
  await checkPage(page, 'phone-wrong-code');
  expect(await poll(pollingCode)).toBe('rejected');
  await context.close();
});

const words = (text: string) => text.replaceAll(/\s+/g, ' ');

test('approval page: an agent is named before the first passkey is made, and afterwards, with what it may and cannot do', async () => {
  const scope = 'openid forum:write forum:vote';
  const { deepLink, comparisonCode } = await startSignIn(sso, { jkt, scope, agentName: 'release-bot' });
  const { page, context } = await pages.openPage({ ...phone, viewport: { width: 390, height: 844 } });
  await page.goto(deepLink);
  const facts = [
    'Let “release-bot” act for you?',
    'The program chose this name.',
    'Demo application, checked by this provider',
    'Forum may write posts and comments may vote Payments cannot pay Your account cannot change your account',
    'From node, your network, now.',
  ];
  const expectFacts = async () => {
    await page.getByRole('heading', { name: 'Let “release-bot” act for you?' }).waitFor();
    const shown = words(await page.locator('main').innerText());
    for (const fact of facts) expect(shown).toContain(fact);
    expect(shown).not.toMatch(/token|bound/i);
  };
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await expectFacts();
  await checkPage(page, 'agent-sign-in');
  await createPasskey(page);
  await page.getByRole('radio', { name: comparisonCode }).waitFor();
  await expectFacts();
  expect(await page.evaluate('scrollY')).toBe(0);
  for (const name of ['Decline', 'Approve']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  }
  await checkPage(page, 'agent-decide');
  await page.setViewportSize({ width: 1280, height: 900 });
  await checkPage(page, 'agent-decide-1280');
  await page.getByRole('radio', { name: comparisonCode }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('“release-bot” is connected.').waitFor();
  await page.getByText('Return to your terminal: it goes on by itself.').waitFor();
  await checkPage(page, 'agent-approved');
  await page.getByRole('link', { name: 'See your agents' }).click();
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();

  // Everybody else with the link sees that the request has ended, but not the decision.
  const other = await pages.openPage();
  await other.page.goto(deepLink);
  await other.page.getByRole('heading', { name: 'Already answered' }).waitFor();
  await checkPage(other.page, 'answered');
  await Promise.all([context.close(), other.context.close()]);
});

test('approval page: Back after a sign-in by redirect shows the own decision, and no code that is redeemed', async () => {
  const { server, redirectUri, back } = await listen();
  const { page, context } = await pages.openPage();
  const parameters = redirectParameters(redirectUri);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({ ...parameters, code_challenge: s256Challenge(verifier) });
  await page.goto(`${pages.baseUrl}/oauth/authorize?${query.toString()}`);
  await createPasskey(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const code = (await back).searchParams.get('code') ?? '';
  const body = { code, client_id: demoProvider, code_verifier: verifier, redirect_uri: redirectUri } as const;
  unwrap(await sso.exchangeToken({ body: { grant_type: 'authorization_code', ...body } }));
  await page.getByText('Back at the application').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  const link = page.getByRole('link', { name: 'Return to Demo application' });
  expect(await link.getAttribute('href')).toBe(new URL(redirectUri).origin);
  await context.close();
  server.close();
});

test('approval page: an unknown link shows "Sign-in request not found"', async () => {
  const { page, context } = await pages.openPage();
  const response = await page.goto(`${pages.baseUrl}/approve/${'A'.repeat(43)}`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Sign-in request not found' }).waitFor();
  await checkPage(page, 'desktop-unknown');
  await context.close();
});

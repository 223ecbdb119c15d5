import { launch, type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { finishSignIn, startSignIn, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform, type RunningPlatform } from '../fixtures/platform.ts';
import { access } from 'node:fs/promises';
import { createAuthenticator } from '../fixtures/client/authenticator.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Starts the Firefox of this machine over WebDriver BiDi; FIREFOX names another one. */
export async function openFirefox(): Promise<Browser> {
  const present = await Promise.all(
    known.map((path) =>
      access(path).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  const executablePath = process.env['FIREFOX'] ?? present.find((path) => path !== undefined);
  if (executablePath === undefined) throw new Error('Firefox is missing: apt-get install firefox-esr, or set FIREFOX.');
  // As high as a window of today: puppeteer clicks at a place, also where a bar covers the element.
  const defaultViewport = { width: 1280, height: 900 };
  return launch({ browser: 'firefox', executablePath, headless: true, defaultViewport });
}

/**
 * Opens a page with an authenticator in software: BiDi has no virtual ones. Only `navigator.credentials` is replaced; the
 * page's own script and library run as they are, and the provider verifies what the authenticator signs.
 *
 * @param errors receives what the page writes to the console as an error
 */
export async function openFirefoxPage(browser: Browser, errors: string[] = []): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(90_000);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const authenticator = createAuthenticator();
  await page.exposeFunction(
    'performCeremony',
    (kind: 'create' | 'get', challenge: string, origin: string, user: string) => {
      const ceremony = { origin, rpId: new URL(origin).hostname };
      if (kind === 'get') return authenticator.get(challenge, ceremony);
      authenticator.belongsTo(Buffer.from(user, 'base64url').toString('hex'));
      return authenticator.create(challenge, ceremony);
    },
  );
  await page.evaluateOnNewDocument(softwareCredentials);
  return page;
}

/** Converts between the buffers of Web Authentication and the text that crosses to the test. */
const softwareCredentials = `{
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const buffer = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
  const perform = async (kind, { challenge, user }) => {
    const made = await globalThis.performCeremony(kind, text(challenge), location.origin, user ? text(user.id) : '');
    const { transports = [], ...members } = made.response;
    const response = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, buffer(value)]));
    return {
      ...made,
      rawId: buffer(made.rawId),
      response: { ...response, getTransports: () => transports },
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
    };
  };
  Object.defineProperty(navigator, 'credentials', {
    value: {
      create: ({ publicKey }) => perform('create', publicKey),
      get: ({ publicKey, mediation }) => mediation === 'conditional' ? new Promise(() => undefined) : perform('get', publicKey),
    },
  });
}`;

// The journeys of a newcomer, an owner and a developer, one after the other in one browser.

let platform: RunningPlatform;
let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openFirefox()]);
  page = await openFirefoxPage(browser, errors);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await deletePlatformData(platform);
});

const button = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`);
async function heading(name: string): Promise<void> {
  await page
    .locator(`::-p-aria([name="${name}"][role="heading"])`)
    .wait()
    .catch(async (cause: unknown) => {
      const shown = String(await page.evaluate('document.body.innerText'));
      throw new Error(`The page has no heading “${name}”. It shows: ${shown}`, { cause });
    });
}

test('Firefox: a newcomer signs in from the start page with a new passkey, and comes back by themselves', async () => {
  await page.goto(urlOf(platform, 'web'));
  await page.locator('label::-p-text(Sign users in)').click();
  await page.locator('::-p-aria(Try it on this device)').click();
  await heading('Demo application asks you to sign in');
  await button('Create a passkey').click();
  await button('Approve').click();
  await heading('Signed in');
  expect(new URL(page.url()).pathname).toBe('/try');
});

test('Firefox: an owner lets an agent act for them, sees it at the account, and disconnects it', async () => {
  const key = newKey();
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso'), middleware: [dpopMiddleware({ keypair: key })] });
  const signIn = await startSignIn(sso, { jkt: key.jkt, agentName: 'release-bot' });
  await page.goto(signIn.deepLink);
  await heading('Let “release-bot” act for you?');
  await page.locator(`label::-p-text(${signIn.comparisonCode})`).click();
  await button('Approve').click();
  await heading('Approved');
  await finishSignIn(sso, signIn);
  await page.locator('::-p-aria(See your agents)').click();
  const agent = `[data-key="${key.jkt}"]`;
  await page.locator(`${agent} ::-p-text(release-bot)`).wait();
  await page.locator(`${agent} button[aria-label^="Disconnect"]`).click();
  await page.locator('dialog[open] button[value="yes"]').click();
  await expect.poll(() => page.$$(agent).then(({ length }) => length)).toBe(0);
});

test('Firefox: a developer signs in to the portal, creates an app and gets its key', async () => {
  await page.goto(`${urlOf(platform, 'web')}/portal`);
  await button('Sign in').click();
  await button('Approve').click();
  await button('New app').click();
  await page.locator('::-p-aria([name="Name"][role="textbox"])').fill('Coffee Corner');
  await button('Create the app').click();
  await heading('Coffee Corner');
  await button('Issue a key').click();
  await page.locator('::-p-text(ank_)').wait();
});

test('Firefox: no page of these journeys writes an error to the console', () => {
  expect(errors).toEqual([]);
});

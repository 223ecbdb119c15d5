import { expect } from 'vitest';
import type { RunningProvider } from '../fixtures/sso.ts';
import { type Browser, createBrowser, type Page } from './browser.ts';
import { startRelyingParty } from './relying-party.ts';

/** Starts a sign-in in the browser. @returns the page at which the browser ended */
export type StartSignIn = (browser: Browser, url: string) => Promise<Page>;

/** Starts the application of a guide page, signs the owner in, and expects that it knows the owner by `sub`. @param home the page that says who is signed in */
export async function expectSignIn(
  product: string,
  provider: RunningProvider,
  start: StartSignIn,
  home = '/',
): Promise<void> {
  const application = await startRelyingParty(product, provider);
  try {
    const browser = createBrowser(provider.url, provider.owner);
    expect((await browser.open(application.url + home)).text).not.toContain(provider.owner.sub);
    const { status, url, text } = await start(browser, application.url);
    expect([status, new URL(url).origin], `${url} ${text}`).toEqual([200, application.url]);
    const signedIn = await browser.open(application.url + home);
    expect(signedIn.text, text).toContain(provider.owner.sub);
  } catch (error) {
    throw new Error(`${product}: ${String(error)}\n${application.log()}`, { cause: error });
  } finally {
    await application.stop();
  }
}

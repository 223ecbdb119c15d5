import { test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectSignIn, type StartSignIn } from './expect-sign-in.ts';

const provider = useStarted(startProvider);

const signIns: readonly (readonly [string, StartSignIn])[] = [
  ['next-auth', async (browser, url) => browser.submit(await browser.open(`${url}/api/auth/signin`))],
  ['better-auth', (browser, url) => browser.open(`${url}/login`)],
  ['passport-openidconnect', (browser, url) => browser.open(`${url}/login`)],
];

test.each(signIns)('relying party %s: a sign-in with the configuration of its guide page', (product, start) =>
  expectSignIn(product, provider, start),
);

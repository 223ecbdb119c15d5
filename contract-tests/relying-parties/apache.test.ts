import { afterAll, beforeAll, test } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { expectSignIn } from './expect-sign-in.ts';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

test('relying party mod-auth-openidc: a sign-in with the configuration of its guide page', () =>
  expectSignIn('mod-auth-openidc', provider, (browser, url) => browser.open(`${url}/notes`)));

import { afterAll, beforeAll, test } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { expectSignIn, type StartSignIn } from './expect-sign-in.ts';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

const signIns: readonly (readonly [string, StartSignIn])[] = [
  ['zitadel-oidc', (browser, url) => browser.open(`${url}/login`)],
  ['hashicorp-cap', (browser, url) => browser.open(`${url}/login`)],
];

test.each(signIns)('relying party %s: a sign-in with the configuration of its guide page', (product, start) =>
  expectSignIn(product, provider, start),
);

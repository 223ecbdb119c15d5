import { afterAll, beforeAll, test } from 'vitest';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { expectResourceServer } from './expect-resource-server.ts';
import { expectSignIn } from './expect-sign-in.ts';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

test('relying party spring-security: a sign-in with the configuration of its guide page', () =>
  expectSignIn('spring-security', provider, (browser, url) => browser.open(`${url}/oauth2/authorization/platform`)));

test('resource server spring-security: access tokens for its application are accepted, and others are refused', () =>
  expectResourceServer('spring-security', provider));

import { test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectResourceServer } from './expect-resource-server.ts';
import { expectSignIn, type StartSignIn } from './expect-sign-in.ts';

const provider = useStarted(startProvider);

const signIns: readonly (readonly [product: string, start: StartSignIn, home: string])[] = [
  ['zitadel-oidc', (browser, url) => browser.open(`${url}/login`), '/'],
  ['oauth2-proxy', (browser, url) => browser.open(`${url}/oauth2/start?rd=/`), '/oauth2/userinfo'],
  ['hashicorp-cap', (browser, url) => browser.open(`${url}/login`), '/'],
];

test.each(signIns)('relying party %s: a sign-in with the configuration of its guide page', (product, start, home) =>
  expectSignIn(product, provider, start, home),
);

test('resource server go-resource-server: access tokens for its application are accepted, and others are refused', () =>
  expectResourceServer('go-resource-server', provider));

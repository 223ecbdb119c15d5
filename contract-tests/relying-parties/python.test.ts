import { test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectDpopResourceServer, expectResourceServer } from './expect-resource-server.ts';
import { expectSignIn, type StartSignIn } from './expect-sign-in.ts';

const provider = useStarted(startProvider);

const signIns: readonly (readonly [string, StartSignIn])[] = [
  ['mozilla-django-oidc', (browser, url) => browser.open(`${url}/oidc/authenticate/`)],
  // A page asks the person first.
  [
    'django-allauth',
    async (browser, url) => browser.submit(await browser.open(`${url}/accounts/oidc/platform/login/`)),
  ],
];

test.each(signIns)('relying party %s: a sign-in with the configuration of its guide page', (product, start) =>
  expectSignIn(product, provider, start),
);

test('resource server fastapi: access tokens for its application are accepted, and others are refused', () =>
  expectResourceServer('fastapi', provider));

test.each(['EdDSA', 'ES256'] as const)(
  'resource server fastapi-dpop: a bound access token is accepted with a new %s proof of its key alone',
  (alg) => expectDpopResourceServer('fastapi-dpop', provider, alg),
);

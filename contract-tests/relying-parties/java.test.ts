import { test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectResourceServer } from './expect-resource-server.ts';
import { expectSignIn } from './expect-sign-in.ts';

const provider = useStarted(startProvider);

test('relying party spring-security: a sign-in with the configuration of its guide page', () =>
  expectSignIn('spring-security', provider, (browser, url) => browser.open(`${url}/oauth2/authorization/platform`)));

test('resource server spring-security: access tokens for its application are accepted, and others are refused', () =>
  expectResourceServer('spring-security', provider));

import { test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectSignIn } from './expect-sign-in.ts';

const provider = useStarted(startProvider);

test('relying party mod-auth-openidc: a sign-in with the configuration of its guide page', () =>
  expectSignIn('mod-auth-openidc', provider, (browser, url) => browser.open(`${url}/notes`)));

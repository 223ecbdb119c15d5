// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { alice } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import {
  noPendingSignIn,
  flowKeyList,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';

const given = useSsoClient();

test('onChange: an exception of one listener changes no result and stops no other listener', async () => {
  const sso = given.client();
  let heard = 0;
  const stop = sso.onChange(() => {
    throw new Error('of the application');
  });
  sso.onChange(() => heard++);
  await sso.exchangeToken(await given.approved(sso));
  expect([sso.getSubject(), heard]).toEqual([alice, 1]);
  await sso.generateDeeplink();
  sso.logout();
  expect([sso.getSubject(), heard]).toEqual([null, 2]);
  expect(given.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  stop();
});

test.each([
  ['platform-sso_access_token', 1],
  ['a key of the application', 0],
  [null, 1],
])('onChange: another tab that changes the storage key %j notifies the listener %i times', (key, times) => {
  let heard = 0;
  const stop = given.client().onChange(() => heard++);
  const tell = () => window.dispatchEvent(new StorageEvent('storage', { key }));
  tell();
  expect(heard).toBe(times);
  stop();
  tell();
  expect(heard).toBe(times);
});

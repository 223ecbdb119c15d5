import { expect, test } from 'vitest';
import {
  alice,
  noPendingSignIn,
  flowKeyList,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';

const fixture = useSsoClient();

test('onChange: an exception of one listener changes no result and stops no other listener [S94]', async () => {
  const sso = fixture.client();
  let changes = 0;
  const stop = sso.onChange(() => {
    throw new Error('of the application');
  });
  sso.onChange(() => changes++);
  await sso.exchangeToken(await fixture.approved(sso));
  expect([sso.getSubject(), changes]).toEqual([alice, 1]);
  await sso.generateDeeplink();
  sso.logout();
  expect([sso.getSubject(), changes]).toEqual([null, 2]);
  expect(fixture.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  stop();
});

test.each([
  ['platform-sso_access_token', 1],
  ['a key of the application', 0],
  [null, 1],
])('onChange: another tab that changes the storage key %j notifies the listener %i times [S93]', (key, times) => {
  let changes = 0;
  const stop = fixture.client().onChange(() => changes++);
  const dispatchStorageEvent = () => window.dispatchEvent(new StorageEvent('storage', { key }));
  dispatchStorageEvent();
  expect(changes).toBe(times);
  stop();
  dispatchStorageEvent();
  expect(changes).toBe(times);
});

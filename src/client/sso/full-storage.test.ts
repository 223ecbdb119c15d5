import { expect, test } from 'vitest';
import { alice } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { flowKeyList, tokenKeyList, useSsoClient } from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';
import { flowKeys } from './pending-sign-in.ts';
import { tokenKeys, type TokenStorage } from './stored-session.ts';

const fixture = useSsoClient();

/** A storage that has no room for one key until `room` is set. */
function storageWithoutRoom(storage: TokenStorage, key: string) {
  const full = {
    ...storage,
    room: false,
    setItem: (name: string, value: string) => {
      if (name === key && !full.room) throw new DOMException('full', 'QuotaExceededError');
      storage.setItem(name, value);
    },
  };
  return full;
}

test('generateDeeplink: with a full storage no part of the sign-in is stored, and an earlier sign-in stays pending', async () => {
  const earlier = await fixture.client().generateDeeplink();
  const before = fixture.flow.values(flowKeyList);
  const full = fixture.client({ flowStorage: storageWithoutRoom(fixture.flow, flowKeys.nonce) });
  await expect(full.generateDeeplink()).rejects.toThrow('full');
  expect(fixture.flow.values(flowKeyList)).toEqual(before);
  expect(fixture.client().resumeSignIn()).toEqual(earlier);
});

test('refreshAccessToken: a storage without room for the new tokens keeps the session, which a later refresh renews', async () => {
  await fixture.signedIn();
  const { [tokenKeys.refreshToken]: used, ...before } = fixture.tokens.values(tokenKeyList);
  const storage = storageWithoutRoom(fixture.tokens, tokenKeys.accessToken);
  const sso = fixture.client({ tokenStorage: storage });
  await expect(sso.refreshAccessToken()).rejects.toThrow('full');
  expect(fixture.tokens.values(tokenKeyList)).toMatchObject(before);
  expect(sso.getRefreshToken()).not.toBe(used);
  storage.room = true;
  const { access_token: renewed } = await sso.refreshAccessToken();
  expect([sso.getAccessToken(), sso.getSubject()]).toEqual([renewed, alice]);
});

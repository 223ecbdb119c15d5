import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMember,
  type Developer,
  outcomeOf,
  startDeveloper,
} from '../../../contract-tests/fixtures/sso/developer.ts';
import { adminKey, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
let ada: Developer;
let clientId: string;
beforeAll(async () => {
  sso = await startSso();
  ada = await startDeveloper(sso);
  clientId = await ada.create();
});
afterAll(() => sso.close());

const pixels = (colour: number): string => {
  const png = new PNG({ width: 4, height: 4 });
  png.data.fill(colour);
  return PNG.sync.write(png).toString('base64url');
};
const set = (icon: string | null, developer = ada) => developer.send('PUT', `/applications/${clientId}/icon`, { icon });
const urlOf = async (icon: string | null): Promise<string> => {
  const { pathname, search } = new URL((await set(icon)).json<{ iconUrl: string }>().iconUrl);
  return pathname + search;
};

test('setApplicationIcon: the icon is served by the provider, and its URL changes with it', async () => {
  const first = await urlOf(pixels(90));
  const served = await sso.app.inject({ url: first });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(PNG.sync.read(served.rawPayload)).toMatchObject({ width: 4, height: 4 });
  expect(await urlOf(pixels(200))).not.toBe(first);
});

test('setApplicationIcon: null removes the icon, and so does the deletion of the application', async () => {
  const url = await urlOf(pixels(30));
  expect((await set(null)).json()).toMatchObject({ iconUrl: null });
  expect((await sso.app.inject({ url })).statusCode).toBe(404);
  const other = await ada.create('Short-lived');
  const icon = await ada.send('PUT', `/applications/${other}/icon`, { icon: pixels(30) });
  expect((await ada.send('DELETE', `/applications/${other}`)).statusCode).toBe(204);
  expect((await sso.app.inject({ url: new URL(icon.json<{ iconUrl: string }>().iconUrl).pathname })).statusCode).toBe(
    404,
  );
});

test.each([
  ['markup', Buffer.from('<svg onload="alert(1)"/>'), 'neither a PNG nor a JPEG'],
  ['the beginning of a PNG', Buffer.from(pixels(1), 'base64url').subarray(0, 50), 'no complete PNG'],
])('setApplicationIcon: %s is refused', async (_what, bytes, reason) => {
  const refused = await set(bytes.toString('base64url'));
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(reason)]);
});

test('setApplicationIcon: members set it, strangers do not find the application, and a verified icon stays', async () => {
  const member = await addMember(sso, ada, clientId);
  expect((await set(pixels(60), member)).statusCode).toBe(200);
  expect(outcomeOf(await set(pixels(61), await startDeveloper(sso)))).toEqual([404, 'application_not_found']);
  const raised = await sso.app.inject({
    method: 'PATCH',
    url: `/api/v1/providers/${clientId}`,
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { reach: 'platform' },
  });
  expect(raised.statusCode, raised.body).toBe(200);
  expect(outcomeOf(await set(pixels(62)))).toEqual([409, 'icon_verified']);
});

test.each(['%00', '..', 'a'.repeat(32)])(
  'the icon of %s, which is no application with an icon, is 404',
  async (address) => {
    expect((await sso.app.inject({ url: `/applications/${address}/icon` })).statusCode).toBe(404);
  },
);

import { expect, test } from 'vitest';
import type { Owner } from '../../../generated/sso/types.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface Created {
  readonly deviceLinkId: string;
  readonly link: string;
}

const createLink = async (device: TestKey): Promise<Created & { readonly secret: string }> => {
  const created = (await sendAsDevice(sso, device, 'POST', '/api/v1/owner/device-links')).json<Created>();
  return { ...created, secret: created.link.split('/').at(-1) ?? '' };
};
const join = (device: TestKey, link: string, name = 'New phone') =>
  sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name, link });
const stateOf = async (device: TestKey, { deviceLinkId }: Created) =>
  (await sendAsDevice(sso, device, 'GET', `/api/v1/owner/device-links/${deviceLinkId}`)).json<object>();
const errorOf = (response: { readonly statusCode: number; readonly json: () => unknown }) => [
  response.statusCode,
  response.json(),
];
const refused = (status: number, error: string) => [status, { error, error_description: expect.any(String) }];

test('sso createDeviceLink: a cookie alone creates no link, a fresh assertion does', async () => {
  const browser = await signInBrowser(sso);
  expect(errorOf(await browser.send('POST', 'device-links', {}))).toEqual(refused(403, 'assertion_required'));
  const wrong = await browser.assert({ action: 'create_passkey' });
  expect(errorOf(await browser.send('POST', 'device-links', { assertion: wrong }))).toEqual(
    refused(400, 'passkey_refused'),
  );
  const assertion = await browser.assert({ action: 'create_device_link' });
  const created = await browser.send('POST', 'device-links', { assertion });
  expect([created.statusCode, created.json()]).toEqual([
    201,
    {
      deviceLinkId: expect.any(String),
      link: expect.stringMatching(/^http:\/\/localhost:4001\/link\/[\w-]{43}$/),
      expiresAt: new Date(sso.clock.now.getTime() + 300_000).toISOString(),
    },
  ]);
});

test('sso getDeviceLink: a device joins the owner of a link, and the page sees its name', async () => {
  const { device, sub } = await enrol(sso);
  const created = await createLink(device);
  expect(await stateOf(device, created)).toMatchObject({ status: 'pending', name: null });
  const phone = newKey();
  const joined = await join(phone, created.secret);
  expect([joined.statusCode, joined.json()]).toMatchObject([201, { sub, jkt: phone.jkt, name: 'New phone' }]);
  expect(await stateOf(device, created)).toMatchObject({ status: 'linked', name: 'New phone' });
  const owner = (await sendAsDevice(sso, phone, 'GET', '/api/v1/owner')).json<Owner>();
  // Both were added at the same time.
  expect([owner.sub, owner.devices.map(({ name }) => name).toSorted()]).toEqual([sub, ['New phone', 'Phone']]);
});

test('RFC 10027: a link for another device works once', async () => {
  const { device } = await enrol(sso);
  const { secret } = await createLink(device);
  expect((await join(newKey(), secret)).statusCode).toBe(201);
  const second = newKey();
  expect(errorOf(await join(second, secret))).toEqual(refused(410, 'device_link_expired'));
  expect(errorOf(await sendAsDevice(sso, second, 'GET', '/api/v1/owner'))).toEqual(refused(401, 'unknown_device'));
});

test('RFC 10027: a link for another device expires after five minutes, is replaced by the next one, and can be withdrawn', async () => {
  const { device } = await enrol(sso);
  const late = await createLink(device);
  sso.advance(300);
  expect(errorOf(await join(newKey(), late.secret))).toEqual(refused(410, 'device_link_expired'));
  expect(await stateOf(device, late)).toMatchObject({ status: 'expired' });
  const replaced = await createLink(device);
  const open = await createLink(device);
  expect(errorOf(await join(newKey(), replaced.secret))).toEqual(refused(410, 'device_link_expired'));
  const deleteLink = () => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/device-links/${open.deviceLinkId}`);
  expect((await deleteLink()).statusCode).toBe(204);
  expect(errorOf(await deleteLink())).toEqual(refused(404, 'device_link_not_found'));
  expect(errorOf(await join(newKey(), open.secret))).toEqual(refused(410, 'device_link_expired'));
});

test('sso: a device of another owner cannot join, and the link stays usable', async () => {
  const { device, sub } = await enrol(sso);
  const { secret } = await createLink(device);
  const stranger = await enrol(sso);
  expect(errorOf(await join(stranger.device, secret))).toEqual(refused(409, 'device_of_another_owner'));
  expect((await sendAsDevice(sso, stranger.device, 'GET', '/api/v1/owner')).json()).toMatchObject({
    sub: stranger.sub,
  });
  expect((await join(newKey(), secret)).json()).toMatchObject({ sub });
});

test('sso: a device of the same owner joins again without a change', async () => {
  const { device, sub } = await enrol(sso);
  const created = await createLink(device);
  const again = await join(device, created.secret, 'Another name');
  expect([again.statusCode, again.json()]).toMatchObject([200, { sub, name: 'Phone' }]);
  expect(await stateOf(device, created)).toMatchObject({ status: 'linked', name: 'Phone' });
});

test('sso: an owner links at most twenty devices', async () => {
  const { device } = await enrol(sso);
  for (let count = 1; count < 20; count += 1)
    expect((await join(newKey(), (await createLink(device)).secret)).statusCode).toBe(201);
  const { secret } = await createLink(device);
  expect(errorOf(await join(newKey(), secret))).toEqual(refused(409, 'device_limit'));
});

test('sso: the secret of a link is stored as a hash only', async () => {
  const { device } = await enrol(sso);
  const { secret } = await createLink(device);
  const rows = await sso.db.selectFrom('sso.device_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

const post = (path: string, body: object, cookie?: string) =>
  sso.app.inject({
    method: 'POST',
    url: `/api/v1/owner/${path}`,
    headers: { origin: issuer, ...(cookie !== undefined && { cookie }) },
    payload: body,
  });

test('sso: a signed-out browser adds a passkey to the owner of a link, once', async () => {
  const { device, sub } = await enrol(sso);
  const created = await createLink(device);
  const options = () => post('passkeys/registration-options', { name: 'New phone', link: created.secret });
  const challenges = [await options(), await options()].map(
    (response) => response.json<{ publicKey: { challenge: string } }>().publicKey.challenge,
  );
  const [first = '', second = ''] = challenges;
  const added = await post('passkeys', { credential: createAuthenticator().create(first) });
  expect([added.statusCode, added.json()]).toMatchObject([201, { sub }]);
  expect(await stateOf(device, created)).toMatchObject({ status: 'linked', name: 'New phone' });
  const again = await post('passkeys', { credential: createAuthenticator().create(second) });
  expect(errorOf(again)).toEqual(refused(410, 'device_link_expired'));
  expect(
    (await sendAsDevice(sso, device, 'GET', '/api/v1/owner')).json<{ passkeys: unknown[] }>().passkeys,
  ).toHaveLength(1);
});

test('sso: a browser that is signed in as another owner adds no passkey with a link', async () => {
  const { device } = await enrol(sso);
  const { secret } = await createLink(device);
  const stranger = await signInBrowser(sso);
  const response = await stranger.send('POST', 'passkeys/registration-options', { name: 'Laptop', link: secret });
  expect(errorOf(response)).toEqual(refused(409, 'browser_of_another_owner'));
});

test('sso deleteDeviceLink: links of another owner are neither shown nor withdrawn', async () => {
  const { device } = await enrol(sso);
  const { deviceLinkId, secret } = await createLink(device);
  const stranger = await enrol(sso);
  for (const method of ['GET', 'DELETE'] as const) {
    const response = await sendAsDevice(sso, stranger.device, method, `/api/v1/owner/device-links/${deviceLinkId}`);
    expect(errorOf(response)).toEqual(refused(404, 'device_link_not_found'));
  }
  expect((await join(newKey(), secret)).statusCode).toBe(201);
});

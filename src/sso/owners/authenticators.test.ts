import { expect, test } from 'vitest';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

/** An owner with a device and a passkey, and a browser that is signed in. */
async function ownerWithBoth() {
  const { device, sub } = await enrol(sso);
  const browser = await signInBrowser(sso, device);
  const credentialId = browser.authenticator.id;
  return {
    device,
    sub,
    browser,
    credentialId,
    /** Sends a request below /api/v1/owner that the device signs. */
    signed: (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      sendAsDevice(sso, device, method, `/api/v1/owner${path}`, body),
    assertDeleteDevice: () => browser.assert({ action: 'delete_device', jkt: device.jkt }),
    assertDeletePasskey: () => browser.assert({ action: 'delete_passkey', credentialId }),
  };
}

interface Shown {
  readonly passkeys: readonly { readonly name: string }[];
  readonly devices: readonly { readonly name: string }[];
}

type Response = { readonly statusCode: number; readonly json: () => unknown };
const errorOf = (response: Response) => [response.statusCode, response.json()];
const refused = (status: number, error: string) => [status, { error, error_description: expect.any(String) }];

const recorded = async (response: { readonly headers: Record<string, unknown> }) =>
  sso.db
    .selectFrom('sso.audit_events')
    .select(['event', 'owner_sub', 'details'])
    .where('request_id', '=', String(response.headers['x-request-id']))
    .execute();

test('sso getOwner: every authenticator has kind, name, creation and last use', async () => {
  const { signed, device, credentialId } = await ownerWithBoth();
  const createdAt = sso.clock.now.toISOString();
  sso.advance(10);
  expect((await signed('GET', '')).json()).toMatchObject({
    passkeys: [{ kind: 'passkey', credentialId, name: 'Laptop', createdAt, lastUsedAt: null }],
    devices: [{ kind: 'device', jkt: device.jkt, name: 'Phone', createdAt, lastUsedAt: sso.clock.now.toISOString() }],
  });
});

test('sso updatePasskey and updateDevice: browser and device rename both kinds', async () => {
  const { signed, browser, device, credentialId, sub } = await ownerWithBoth();
  const renames = [
    await browser.send('PATCH', `passkeys/${credentialId}`, { name: 'Work laptop' }),
    await signed('PATCH', `/devices/${device.jkt}`, { name: 'Old phone' }),
  ];
  expect(renames.map(errorOf)).toMatchObject([
    [200, { kind: 'passkey', credentialId, name: 'Work laptop' }],
    [200, { kind: 'device', jkt: device.jkt, name: 'Old phone' }],
  ]);
  expect((await browser.send('PATCH', `devices/${device.jkt}`, { name: 'Phone 2' })).statusCode).toBe(200);
  const last = await signed('PATCH', `/passkeys/${credentialId}`, { name: 'Laptop 2' });
  const owner = (await browser.send('GET', '')).json<Shown>();
  expect([...owner.passkeys, ...owner.devices].map(({ name }) => name)).toEqual(['Laptop 2', 'Phone 2']);
  expect(await recorded(last)).toEqual([{ event: 'passkey_renamed', owner_sub: sub, details: { credentialId } }]);
});

test.each(['', ' ', ' Phone', 'a'.repeat(81), 'line\nbreak'])(
  'sso updateDevice: the name %j is rejected',
  async (name) => {
    const { signed, device } = await ownerWithBoth();
    const response = await signed('PATCH', `/devices/${device.jkt}`, { name });
    expect(errorOf(response)).toEqual(refused(400, 'invalid_request'));
  },
);

test('sso: authenticators of another owner are neither renamed nor deleted', async () => {
  const one = await ownerWithBoth();
  const other = await ownerWithBoth();
  const { credentialId, device } = other;
  const assertion = await one.browser.assert({ action: 'delete_device', jkt: device.jkt });
  const attempts = [
    await one.browser.send('PATCH', `passkeys/${credentialId}`, { name: 'Mine' }),
    await one.signed('PATCH', `/devices/${device.jkt}`, { name: 'Mine' }),
    await one.signed('DELETE', `/passkeys/${credentialId}`),
    await one.browser.send('DELETE', `devices/${device.jkt}`, { assertion }),
  ];
  expect(attempts.map(errorOf)).toEqual([
    refused(404, 'passkey_not_found'),
    refused(404, 'device_not_found'),
    refused(404, 'passkey_not_found'),
    refused(404, 'device_not_found'),
  ]);
  expect((await other.signed('GET', '')).json()).toMatchObject({
    passkeys: [{ name: 'Laptop' }],
    devices: [{ name: 'Phone' }],
  });
});

test('sso deleteDevice: a browser needs an assertion for exactly this device', async () => {
  const { browser, device } = await ownerWithBoth();
  const path = `devices/${device.jkt}`;
  expect(errorOf(await browser.send('DELETE', path))).toEqual(refused(403, 'assertion_required'));
  const forAnother = await browser.assert({ action: 'delete_device', jkt: 'A'.repeat(43) });
  expect(errorOf(await browser.send('DELETE', path, { assertion: forAnother }))).toEqual(
    refused(400, 'passkey_refused'),
  );
  expect((await browser.send('GET', '')).json<Shown>().devices).toHaveLength(1);
});

test('sso deleteDevice: proofs of a deleted device are rejected, and the browser stays signed in', async () => {
  const { browser, signed, device, sub, assertDeleteDevice } = await ownerWithBoth();
  const deleted = await browser.send('DELETE', `devices/${device.jkt}`, { assertion: await assertDeleteDevice() });
  expect(deleted.statusCode).toBe(204);
  expect(errorOf(await signed('GET', ''))).toEqual(refused(401, 'unknown_device'));
  expect((await browser.send('GET', '')).json<Shown>()).toMatchObject({ devices: [], passkeys: [{ name: 'Laptop' }] });
  const details = { jkt: device.jkt, reason: 'authenticator_deleted', sessions: 0 };
  expect(await recorded(deleted)).toEqual([{ event: 'device_removed', owner_sub: sub, details }]);
});

test('sso deletePasskey: a device deletes a passkey by its signature, which ends every browser session', async () => {
  const { browser, signed, credentialId } = await ownerWithBoth();
  expect((await signed('DELETE', `/passkeys/${credentialId}`)).statusCode).toBe(204);
  expect((await browser.send('GET', '')).statusCode).toBe(401);
  expect((await signed('GET', '')).json()).toMatchObject({ passkeys: [], devices: [{ name: 'Phone' }] });
});

test('sso: the last authenticator is kept, of either kind', async () => {
  const phone = await enrol(sso);
  const path = `/api/v1/owner/devices/${phone.device.jkt}`;
  expect(errorOf(await sendAsDevice(sso, phone.device, 'DELETE', path))).toEqual(refused(409, 'last_authenticator'));
  const browser = await signInBrowser(sso);
  const credentialId = browser.authenticator.id;
  const assertion = await browser.assert({ action: 'delete_passkey', credentialId });
  const response = await browser.send('DELETE', `passkeys/${credentialId}`, { assertion });
  expect(errorOf(response)).toEqual(refused(409, 'last_authenticator'));
});

// On PostgreSQL (TEST_DATABASE_URL) the deletions run on several connections.
test('sso: of two concurrent deletions of the last two authenticators, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { browser, signed, device, sub, credentialId, assertDeleteDevice, assertDeletePasskey } =
      await ownerWithBoth();
    const byDevice = round % 2 === 0;
    const assertions = { device: await assertDeleteDevice(), passkey: await assertDeletePasskey() };
    const responses = await Promise.all([
      browser.send('DELETE', `devices/${device.jkt}`, { assertion: assertions.device }),
      byDevice
        ? signed('DELETE', `/passkeys/${credentialId}`)
        : browser.send('DELETE', `passkeys/${credentialId}`, { assertion: assertions.passkey }),
    ]);
    // The device may be gone before its own request is authenticated.
    expect(responses.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    const left = await Promise.all([
      sso.db.selectFrom('sso.passkeys').select('name').where('owner_sub', '=', sub).execute(),
      sso.db.selectFrom('sso.devices').select('name').where('owner_sub', '=', sub).execute(),
    ]);
    expect(left.flat()).toHaveLength(1);
  }
});

test('sso: a change of an authenticator by a browser needs the provider as origin', async () => {
  const { browser, device } = await ownerWithBoth();
  for (const method of ['PATCH', 'DELETE'] as const) {
    const url = `/api/v1/owner/devices/${device.jkt}`;
    const headers = { cookie: browser.cookie, origin: 'https://evil.test' };
    const response = await sso.app.inject({ method, url, headers, payload: { name: 'Mine' } });
    expect(errorOf(response)).toEqual(refused(403, 'origin_refused'));
  }
});

const registrationOptions = (device: TestKey) =>
  sendAsDevice(sso, device, 'POST', '/api/v1/owner/passkeys/registration-options', { name: 'Laptop' });

async function createCredential(device: TestKey) {
  const authenticator = createAuthenticator();
  const options = (await registrationOptions(device)).json<{ publicKey: { challenge: string } }>();
  return { authenticator, credential: authenticator.create(options.publicKey.challenge) };
}

const createPasskey = (device: TestKey, credential: object, origin?: string) =>
  sendAsDevice(sso, device, 'POST', '/api/v1/owner/passkeys', { credential }, origin === undefined ? {} : { origin });

const anonymously = (path: string, payload: object) =>
  sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, headers: { origin: issuer }, payload });

const countOwners = async () => (await sso.db.selectFrom('sso.owners').select('sub').execute()).length;

test('sso createPasskey: a passkey that a device registers belongs to the owner of the device', async () => {
  const { device, sub } = await enrol(sso);
  const before = await countOwners();
  const { authenticator, credential } = await createCredential(device);
  const registered = await createPasskey(device, credential);
  expect([registered.statusCode, registered.json()]).toMatchObject([
    201,
    { sub, passkey: { credentialId: authenticator.id, name: 'Laptop', lastUsedAt: null } },
  ]);
  expect(await countOwners()).toBe(before);
  const owner = await sendAsDevice(sso, device, 'GET', '/api/v1/owner');
  expect(owner.json()).toMatchObject({
    sub,
    passkeys: [{ credentialId: authenticator.id }],
    devices: [{ jkt: device.jkt }],
  });

  authenticator.belongsTo(sub);
  const options = (await anonymously('session/options', {})).json<{ publicKey: { challenge: string } }>();
  const signedIn = await anonymously('session', { credential: authenticator.get(options.publicKey.challenge) });
  expect([signedIn.statusCode, signedIn.json()]).toMatchObject([200, { sub }]);
});

test('sso createPasskeyRegistrationOptions: a device that is not enrolled is 401 unknown_device', async () => {
  const response = await registrationOptions(newKey());
  expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'unknown_device' }]);
});

test('sso createPasskey: a device that is not enrolled cannot finish the registration of a new owner', async () => {
  const before = await countOwners();
  const options = (await anonymously('passkeys/registration-options', { name: 'Laptop' })).json<{
    publicKey: { challenge: string };
  }>();
  const response = await createPasskey(newKey(), createAuthenticator().create(options.publicKey.challenge));
  expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'unknown_device' }]);
  expect(await countOwners()).toBe(before);
});

const others: readonly [string, (credential: object) => Promise<{ statusCode: number; json: () => unknown }>][] = [
  ['a signed-out browser', (credential) => anonymously('passkeys', { credential })],
  ['another device', async (credential) => createPasskey((await enrol(sso)).device, credential)],
  [
    'the browser of another owner',
    async (credential) => {
      const browser = await signInBrowser(sso);
      return browser.send('POST', 'passkeys', { credential });
    },
  ],
];
test.each(others)('sso createPasskey: a registration that a device began is refused from %s', async (_who, finish) => {
  const { device } = await enrol(sso);
  const { authenticator, credential } = await createCredential(device);
  const refused = await finish(credential);
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: 'passkey_refused' }]);
  const ids = (await sso.db.selectFrom('sso.passkeys').select('credential_id').execute()).map(
    (row) => row.credential_id,
  );
  expect(ids).not.toContain(authenticator.id);
});

test('sso createPasskey: a device in a page of another origin is refused', async () => {
  const { device } = await enrol(sso);
  const { credential } = await createCredential(device);
  const refused = await createPasskey(device, credential, 'https://evil.test');
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'origin_refused' }]);
  expect((await createPasskey(device, credential, issuer)).statusCode).toBe(201);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { issuer, type Sso, startSso, testKey, type TestKey } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

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
  const response = await registrationOptions(testKey());
  expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'unknown_device' }]);
});

test('sso createPasskey: a device that is not enrolled cannot finish the registration of a new owner', async () => {
  const before = await countOwners();
  const options = (await anonymously('passkeys/registration-options', { name: 'Laptop' })).json<{
    publicKey: { challenge: string };
  }>();
  const response = await createPasskey(testKey(), createAuthenticator().create(options.publicKey.challenge));
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

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { adminKey, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { createRecoverySecrets } from './recovery-code-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const post = (path: string, body: object, { from = sso, ip = '127.0.0.1' } = {}) =>
  from.app.inject({
    method: 'POST',
    url: `/api/v1/owner/${path}`,
    headers: { origin: issuer },
    remoteAddress: ip,
    payload: body,
  });
const errorOf = (response: { readonly statusCode: number; readonly json: () => unknown }) => [
  response.statusCode,
  response.json(),
];
const refused = (status: number, error: string) => [status, { error, error_description: expect.any(String) }];

async function createCodes(browser: SignedInBrowser): Promise<readonly string[]> {
  const assertion = await browser.assert({ action: 'create_recovery_codes' });
  const created = await browser.send('POST', 'recovery-codes', { assertion });
  return created.json<{ codes: readonly string[] }>().codes;
}

const begin = (code: string | undefined, options?: Parameters<typeof post>[2]) =>
  post('recovery/options', { code, name: 'New phone' }, options);

async function administer(sub: string, action: 'suspend' | 'resume'): Promise<void> {
  const response = await sso.app.inject({
    method: 'POST',
    url: `/api/v1/owners/${sub}/${action}`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect(response.statusCode).toBeLessThan(300);
}

/** Registers a passkey with a recovery code. */
async function recover(code: string | undefined) {
  const started = await begin(code);
  const authenticator = createAuthenticator();
  const credential = authenticator.create(started.json<{ publicKey: { challenge: string } }>().publicKey.challenge);
  return { response: await post('recovery', { credential }), authenticator };
}

test('sso createRecoveryCodes and getRecoveryCodes: a cookie alone creates no codes, a fresh assertion creates ten', async () => {
  const browser = await signInBrowser(sso);
  expect(errorOf(await browser.send('POST', 'recovery-codes', {}))).toEqual(refused(403, 'assertion_required'));
  const codes = await createCodes(browser);
  expect(new Set(codes).size).toBe(10);
  expect((await browser.send('GET', 'recovery-codes')).json()).toEqual({
    remaining: 10,
    createdAt: sso.clock.now.toISOString(),
  });
  expect((await browser.send('GET', '')).json()).toMatchObject({ recoveryCodesLeft: 10, recoveredAt: null });
});

test('sso createRecoveryCodes: a device creates codes by its signature', async () => {
  const { device } = await enrol(sso);
  const created = await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  expect([created.statusCode, created.json<{ codes: string[] }>().codes.length]).toEqual([201, 10]);
});

test('sso: no table contains a recovery code', async () => {
  const codes = await createCodes(await signInBrowser(sso));
  const rows = JSON.stringify(await sso.db.selectFrom('sso.recovery_codes').selectAll().execute());
  const audited = JSON.stringify(await sso.db.selectFrom('sso.audit_events').selectAll().execute());
  for (const code of codes) for (const text of [rows, audited]) expect(text).not.toContain(code);
});

test('sso createRecovery, deleteRecoveryNotice: a code adds a passkey to the same owner, ends every browser session and creates none', async () => {
  const browser = await signInBrowser(sso);
  const [code] = await createCodes(browser);
  const { response, authenticator } = await recover(code?.toLowerCase().replaceAll('-', ' '));
  expect([response.statusCode, response.headers['set-cookie'], response.json()]).toEqual([
    201,
    undefined,
    {
      sub: browser.sub,
      passkey: expect.objectContaining({ kind: 'passkey', credentialId: authenticator.id, name: 'New phone' }),
      remaining: 9,
    },
  ]);
  expect((await browser.send('GET', '')).statusCode).toBe(401);

  authenticator.belongsTo(browser.sub);
  const { publicKey } = (await post('session/options', {})).json<{ publicKey: { challenge: string } }>();
  const signedIn = await post('session', { credential: authenticator.get(publicKey.challenge) });
  expect([signedIn.statusCode, signedIn.json()]).toMatchObject([200, { sub: browser.sub }]);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const owner = () => sso.app.inject({ url: '/api/v1/owner', headers: { cookie } });
  expect((await owner()).json()).toMatchObject({ recoveredAt: sso.clock.now.toISOString(), recoveryCodesLeft: 9 });
  const confirmed = await sso.app.inject({
    method: 'DELETE',
    url: '/api/v1/owner/recovery-notice',
    headers: { cookie, origin: issuer },
  });
  expect(confirmed.statusCode).toBe(204);
  expect((await owner()).json()).toMatchObject({ recoveredAt: null });
});

test('sso createRecovery: a code works once, also with two open challenges', async () => {
  const [code] = await createCodes(await signInBrowser(sso));
  const started = [await begin(code), await begin(code)];
  const [first, second] = started.map((response) =>
    createAuthenticator().create(response.json<{ publicKey: { challenge: string } }>().publicKey.challenge),
  );
  expect((await post('recovery', { credential: first })).statusCode).toBe(201);
  expect(errorOf(await post('recovery', { credential: second }))).toEqual(refused(400, 'recovery_code_refused'));
  expect(errorOf(await begin(code))).toEqual(refused(400, 'recovery_code_refused'));
});

test('sso createRecovery: a passkey that does not verify leaves the code usable', async () => {
  const [code] = await createCodes(await signInBrowser(sso));
  const started = await begin(code);
  const { challenge } = started.json<{ publicKey: { challenge: string } }>().publicKey;
  const credential = createAuthenticator().create(challenge);
  const forged = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } };
  expect(errorOf(await post('recovery', { credential: forged }))).toEqual(refused(400, 'passkey_refused'));
  expect((await recover(code)).response.statusCode).toBe(201);
});

test('sso createRecoveryCodes: new codes replace the earlier ones', async () => {
  const browser = await signInBrowser(sso);
  const [former] = await createCodes(browser);
  const [current] = await createCodes(browser);
  expect(errorOf(await begin(former))).toEqual(refused(400, 'recovery_code_refused'));
  expect((await begin(current)).statusCode).toBe(200);
});

test('sso: the challenge of a recovery is refused by createPasskey, and that of a registration by createRecovery', async () => {
  const [code] = await createCodes(await signInBrowser(sso));
  const recovering = (await begin(code)).json<{ publicKey: { challenge: string } }>().publicKey.challenge;
  const asPasskey = await post('passkeys', { credential: createAuthenticator().create(recovering) });
  expect(errorOf(asPasskey)).toEqual(refused(400, 'passkey_refused'));
  const registering = (await post('passkeys/registration-options', { name: 'Laptop' })).json<{
    publicKey: { challenge: string };
  }>().publicKey.challenge;
  const asRecovery = await post('recovery', { credential: createAuthenticator().create(registering) });
  expect(errorOf(asRecovery)).toEqual(refused(400, 'passkey_refused'));
});

test.each(['AAAA-AAAA-AAAA-AAAA', '1', '-', '0'.repeat(64)])(
  'sso createRecoveryOptions: %j is refused',
  async (code) => {
    expect(errorOf(await begin(code))).toEqual(refused(400, 'recovery_code_refused'));
  },
);

test('sso: a suspended owner recovers nothing and joins no device, and the code stays usable', async () => {
  const browser = await signInBrowser(sso);
  const [code] = await createCodes(browser);
  const assertion = await browser.assert({ action: 'create_device_link' });
  const { link } = (await browser.send('POST', 'device-links', { assertion })).json<{ link: string }>();
  await administer(browser.sub, 'suspend');
  expect(errorOf(await begin(code))).toEqual(refused(401, 'owner_suspended'));
  const secret = link.split('/').at(-1);
  const joining = await sendAsDevice(sso, newKey(), 'POST', '/api/v1/owner/devices', { name: 'Phone', link: secret });
  expect(errorOf(joining)).toEqual(refused(401, 'owner_suspended'));
  await administer(browser.sub, 'resume');
  expect((await recover(code)).response.statusCode).toBe(201);
});

test('sso createRecovery: an owner who is suspended meanwhile recovers nothing, and the code stays usable', async () => {
  const browser = await signInBrowser(sso);
  const [code] = await createCodes(browser);
  const { publicKey } = (await begin(code)).json<{ publicKey: { challenge: string } }>();
  await administer(browser.sub, 'suspend');
  const finished = await post('recovery', { credential: createAuthenticator().create(publicKey.challenge) });
  expect(errorOf(finished)).toEqual(refused(401, 'owner_suspended'));
  await administer(browser.sub, 'resume');
  expect((await recover(code)).response.statusCode).toBe(201);
});

test('sso createRecovery: a passkey that is registered already is refused, and the code stays usable', async () => {
  const [first, second] = await createCodes(await signInBrowser(sso));
  const { authenticator } = await recover(first);
  const { publicKey } = (await begin(second)).json<{ publicKey: { challenge: string } }>();
  const finished = await post('recovery', { credential: authenticator.create(publicKey.challenge) });
  expect(errorOf(finished)).toEqual(refused(409, 'passkey_exists'));
  expect((await recover(second)).response.statusCode).toBe(201);
});

test('sso createRecoveryOptions, createRecovery: an owner with twenty passkeys gets no other, and the code stays usable', async () => {
  const browser = await signInBrowser(sso);
  const [code] = await createCodes(browser);
  const { publicKey } = (await begin(code)).json<{ publicKey: { challenge: string } }>();
  const own = sso.db.selectFrom('sso.passkeys').selectAll().where('owner_sub', '=', browser.sub);
  const passkey = await own.executeTakeFirstOrThrow();
  const others = Array.from({ length: 19 }, (_, index) => ({ ...passkey, credential_id: `other-${index}` }));
  await sso.db.insertInto('sso.passkeys').values(others).execute();

  const finished = await post('recovery', { credential: createAuthenticator().create(publicKey.challenge) });
  expect(errorOf(finished)).toEqual(refused(409, 'passkey_limit'));
  expect(errorOf(await begin(code))).toEqual(refused(409, 'passkey_limit'));
  await sso.db.deleteFrom('sso.passkeys').where('credential_id', '=', 'other-0').execute();
  expect((await recover(code)).response.statusCode).toBe(201);
});

test('sso createRecoveryOptions: a page of another origin is refused', async () => {
  const response = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/owner/recovery/options',
    headers: { origin: 'https://evil.test' },
    payload: { code: 'AAAA-AAAA-AAAA-AAAA', name: 'Phone' },
  });
  expect(errorOf(response)).toEqual(refused(403, 'origin_refused'));
});

test('sso createRecoveryOptions: guesses are limited per network, also a right one beyond the limit', async () => {
  const limited = await startSso();
  try {
    const browser = await signInBrowser(limited);
    const [code] = await createCodes(browser);
    const guess = (ip: string, guessed = 'AAAA-AAAA-AAAA-AAAA') => begin(guessed, { from: limited, ip });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess('192.0.2.1')).statusCode).toBe(400);
    const beyond = await guess('192.0.2.1', code);
    expect(errorOf(beyond)).toEqual(refused(429, 'guess_limit'));
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('203.0.113.1', code)).statusCode).toBe(200);
    limited.advance(61);
    expect((await guess('192.0.2.1', code)).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});

const codes = createRecoverySecrets({ key: new Uint8Array(32).fill(1), randomBytes });

test('sso recovery codes: ten different codes of four groups are generated', () => {
  const generated = codes.generate();
  expect(new Set(generated).size).toBe(10);
  for (const code of generated) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('sso recovery codes: every letter of the alphabet occurs', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  let at = 0;
  const inOrder = createRecoverySecrets({
    key: new Uint8Array(32),
    randomBytes: (length) => bytes.slice(at, (at += length)),
  });
  expect(new Set(inOrder.generate().join('').replaceAll('-', '')).size).toBe(32);
});

test.each(['7kq2-m9xd-4htb-w3np', '7KQ2M9XD4HTBW3NP', ' 7KQ2 M9XD 4HTB W3NP '])(
  'sso recovery codes: %j is read as 7KQ2-M9XD-4HTB-W3NP',
  (typed) => {
    expect(codes.hashOf(typed)).toBe(codes.hashOf('7KQ2-M9XD-4HTB-W3NP'));
  },
);

test('sso recovery codes: O, I and L are read as the digits that they resemble', () => {
  expect(codes.hashOf('OIL0-0000-0000-0000')).toBe(codes.hashOf('0110-0000-0000-0000'));
});

test('sso recovery codes: the hash depends on the key', () => {
  const others = createRecoverySecrets({ key: new Uint8Array(32).fill(2), randomBytes });
  expect(others.hashOf('7KQ2-M9XD-4HTB-W3NP')).not.toBe(codes.hashOf('7KQ2-M9XD-4HTB-W3NP'));
});

import { expect, test } from 'vitest';
import {
  type Authenticator,
  type CeremonyOptions,
  createAuthenticator,
  type SignInOptions,
} from '../../../contract-tests/fixtures/client/authenticator.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(startSso);

type Headers = Record<string, string>;

const post = (path: string, payload?: object, headers: Headers = { origin: issuer }) =>
  sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, headers, ...(payload && { payload }) });

/** What a signed-in browser sends along. */
const browser = (cookie: string): Headers => ({ cookie: `owner_session=${cookie}`, origin: issuer });

const cookieOf = (response: { readonly headers: Record<string, unknown> }): string =>
  /^owner_session=([\w-]{43}\.[0-9a-f]{32});/.exec(String(response.headers['set-cookie']))?.[1] ?? '';

/** A browser that is signed in, with the passkey that confirms its actions. */
interface SignedIn {
  readonly authenticator: Authenticator;
  readonly cookie: string;
}

async function assertion({ authenticator, cookie }: SignedIn, action: object) {
  const options = await post('passkeys/assertion-options', action, browser(cookie));
  return authenticator.get(options.json<{ publicKey: { challenge: string } }>().publicKey.challenge);
}

async function registrationChallenge(by?: SignedIn): Promise<string> {
  const response = await post(
    'passkeys/registration-options',
    { name: 'Work laptop', ...(by && { assertion: await assertion(by, { action: 'create_passkey' }) }) },
    by && browser(by.cookie),
  );
  expect(response.statusCode).toBe(200);
  return response.json<{ publicKey: { challenge: string } }>().publicKey.challenge;
}

async function signInChallenge(): Promise<string> {
  return (await post('session/options')).json<{ publicKey: { challenge: string } }>().publicKey.challenge;
}

/** Registers a passkey of a new owner, or of the owner who is signed in. */
async function register(authenticator: Authenticator = createAuthenticator(), by?: SignedIn) {
  const credential = authenticator.create(await registrationChallenge(by));
  const response = await post('passkeys', { credential }, by && browser(by.cookie));
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  const { sub } = response.json<{ sub: string }>();
  authenticator.belongsTo(sub);
  return { authenticator, cookie: cookieOf(response), sub, response };
}

const signIn = async (authenticator: Authenticator, options: SignInOptions = {}) =>
  post('session', { credential: authenticator.get(await signInChallenge(), options) });

const refused = { error: 'passkey_refused', error_description: expect.any(String) };

test('sso: a new passkey creates its owner and signs the browser in for twelve hours', async () => {
  const { cookie, sub, response } = await register();
  expect(response.headers['set-cookie']).toBe(
    `owner_session=${cookie}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict`,
  );
  const owner = await sso.app.inject({ url: '/api/v1/owner', headers: browser(cookie) });
  expect(owner.json()).toMatchObject({ sub, devices: [], passkeys: [{ name: 'Work laptop', lastUsedAt: null }] });
  const stored = await sso.db.selectFrom('sso.browser_sessions').select('token_hash').execute();
  expect(stored.map(({ token_hash }) => token_hash)).not.toContain(cookie);
});

test('sso: requesting registration options creates no owner', async () => {
  const count = () => sso.db.selectFrom('sso.owners').select('sub').execute();
  const before = (await count()).length;
  await registrationChallenge();
  expect((await count()).length).toBe(before);
});

test('sso: one passkey yields the same session address on every sign-in', async () => {
  const { authenticator, sub } = await register();
  const responses = [await signIn(authenticator), await signIn(authenticator)];
  expect(responses.map((response) => [response.statusCode, response.json<{ sub: string }>().sub])).toEqual([
    [200, sub],
    [200, sub],
  ]);
});

test('sso: sign-in options name no credential', async () => {
  const response = await post('session/options');
  expect(response.json()).toMatchObject({ publicKey: { allowCredentials: [], userVerification: 'required' } });
});

test('sso: a passkey challenge works once', async () => {
  const { authenticator } = await register();
  const challenge = await signInChallenge();
  const first = await post('session', { credential: authenticator.get(challenge) });
  const second = await post('session', { credential: authenticator.get(challenge) });
  expect([first.statusCode, second.statusCode, second.json()]).toEqual([200, 400, refused]);
});

test('sso: twenty concurrent responses to one challenge sign in once', async () => {
  const { authenticator } = await register();
  const challenge = await signInChallenge();
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => post('session', { credential: authenticator.get(challenge) })),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('sso: a passkey challenge expires after five minutes', async () => {
  const { authenticator } = await register();
  const challenge = await signInChallenge();
  sso.advance(301);
  const response = await post('session', { credential: authenticator.get(challenge) });
  expect([response.statusCode, response.json()]).toEqual([400, refused]);
});

test('sso: a challenge of registration does not sign in, nor the reverse', async () => {
  const { authenticator } = await register();
  const crossed = await post('session', { credential: authenticator.get(await registrationChallenge()) });
  expect([crossed.statusCode, crossed.json()]).toEqual([400, refused]);
});

const bad: readonly [string, CeremonyOptions][] = [
  ['another origin', { origin: 'http://localhost:4000' }],
  ['another site', { rpId: 'sign-in.test' }],
  ['a person who was not verified', { verified: false }],
];
test.each(bad)('Web Authentication §7.1 and §7.2: %s is rejected', async (_, options) => {
  const { authenticator } = await register();
  const signedIn = await signIn(authenticator, options);
  expect([signedIn.statusCode, signedIn.json()]).toEqual([400, refused]);
  const credential = createAuthenticator().create(await registrationChallenge(), options);
  const registered = await post('passkeys', { credential });
  expect([registered.statusCode, registered.json()]).toEqual([400, refused]);
});

test.each([
  ["another owner's", Buffer.alloc(16, 1).toString('base64url')],
  ['no owner', null],
])('Web Authentication §7.2 step 6: a user handle of %s is rejected', async (_, userHandle) => {
  const { authenticator } = await register();
  const response = await signIn(authenticator, { userHandle });
  expect([response.statusCode, response.json()]).toEqual([400, refused]);
});

test('Web Authentication §7.2 step 22: a signature counter that does not grow is a clone', async () => {
  const { authenticator } = await register();
  const responses = [];
  for (const counter of [5, 6, 6, 5, 7]) responses.push((await signIn(authenticator, { counter })).statusCode);
  expect(responses).toEqual([200, 200, 400, 400, 200]);
});

test('sso: an unknown passkey and a wrong signature get the same error', async () => {
  const { authenticator } = await register();
  const unknown = await signIn(createAuthenticator());
  const credential = authenticator.get(await signInChallenge());
  const other = createAuthenticator().get(await signInChallenge());
  const forged = await post('session', {
    credential: { ...credential, response: { ...credential.response, signature: other.response.signature } },
  });
  expect([unknown.statusCode, unknown.body]).toEqual([forged.statusCode, forged.body]);
  expect(unknown.json()).toEqual(refused);
});

test.each(['', 'e30', Buffer.from('[]').toString('base64url'), 'AAAA'])(
  'sso: client data %j is refused with 400',
  async (clientDataJSON) => {
    const credential = createAuthenticator().get('x');
    const response = await post('session', {
      credential: { ...credential, response: { ...credential.response, clientDataJSON } },
    });
    expect(response.statusCode).toBe(400);
  },
);

test('sso: an owner registers at most twenty passkeys, and none twice', async () => {
  const first = await register();
  const { authenticator, sub } = first;
  let signedIn: SignedIn = first;
  const again = authenticator.create(await registrationChallenge(signedIn));
  const twice = await post('passkeys', { credential: again }, browser(signedIn.cookie));
  expect([twice.statusCode, twice.json<{ error: string }>().error]).toEqual([409, 'passkey_exists']);

  const open = await registrationChallenge(signedIn);
  for (let more = 1; more < 20; more++) {
    const added = await register(createAuthenticator(), signedIn);
    expect(added.sub).toBe(sub);
    signedIn = added;
  }
  const beyond = await post(
    'passkeys/registration-options',
    { name: 'One more', assertion: await assertion(signedIn, { action: 'create_passkey' }) },
    browser(signedIn.cookie),
  );
  expect([beyond.statusCode, beyond.json<{ error: string }>().error]).toEqual([409, 'passkey_limit']);
  const begunBefore = createAuthenticator().create(open);
  const late = await post('passkeys', { credential: begunBefore }, browser(signedIn.cookie));
  expect([late.statusCode, late.json<{ error: string }>().error]).toEqual([409, 'passkey_limit']);
});

const remove = async (credentialId: string, by: SignedIn, headers: Headers = browser(by.cookie)) =>
  sso.app.inject({
    method: 'DELETE',
    url: `/api/v1/owner/passkeys/${credentialId}`,
    headers,
    payload: { assertion: await assertion(by, { action: 'delete_passkey', credentialId }) },
  });
const getOwner = (cookie: string) => sso.app.inject({ url: '/api/v1/owner', headers: browser(cookie) });

test.each([1365, 10_000])('sso: a credential id of %d characters is rejected by the contract', async (length) => {
  const { cookie } = await register();
  const url = `/api/v1/owner/passkeys/${'A'.repeat(length)}`;
  const response = await sso.app.inject({ method: 'DELETE', url, headers: browser(cookie) });
  expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
});

test('sso deletePasskey: a deleted passkey cannot sign in, and the browsers that it signed in are signed out', async () => {
  const lost = await register();
  const kept = await register(createAuthenticator(), lost);
  const elsewhere = cookieOf(await signIn(lost.authenticator));

  const response = await remove(lost.authenticator.id, kept);
  expect(response.statusCode).toBe(204);
  const owner = (await getOwner(kept.cookie)).json<{ passkeys: { credentialId: string }[] }>();
  expect(owner.passkeys.map(({ credentialId }) => credentialId)).toEqual([kept.authenticator.id]);
  expect((await getOwner(elsewhere)).statusCode).toBe(401);
  expect((await signIn(lost.authenticator)).statusCode).toBe(400);
  expect((await signIn(kept.authenticator)).statusCode).toBe(200);
  expect((await remove(lost.authenticator.id, kept)).json()).toMatchObject({ error: 'passkey_not_found' });
  const recorded = await sso.db
    .selectFrom('sso.audit_events')
    .select(['event', 'owner_sub', 'ip', 'details'])
    .where('request_id', '=', String(response.headers['x-request-id']))
    .execute();
  const details = { credentialId: lost.authenticator.id, reason: 'authenticator_deleted', sessions: 0, browsers: 1 };
  expect(recorded).toEqual([{ event: 'passkey_removed', owner_sub: lost.sub, ip: '127.0.0.1', details }]);
});

test('sso: the last passkey is kept, also on concurrent deletion, and foreign passkeys are not deleted', async () => {
  const one = await register();
  const other = await register(createAuthenticator(), one);
  const stranger = await register();
  expect((await remove(one.authenticator.id, stranger)).statusCode).toBe(404);
  expect((await remove(one.authenticator.id, other, { cookie: `owner_session=${other.cookie}` })).statusCode).toBe(403);
  // Each deletion comes from a browser of the passkey that it deletes, so that neither order makes the other invalid.
  const elsewhere = { ...one, cookie: cookieOf(await signIn(one.authenticator)) };
  const responses = await Promise.all([elsewhere, other].map((by) => remove(by.authenticator.id, by)));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]));
  const refusal = responses.find(({ statusCode }) => statusCode === 409);
  expect(refusal?.json()).toMatchObject({ error: 'last_authenticator' });
});

test('Web Authentication §6.1: the longest credential id fits the path', async () => {
  const signedIn = await register();
  expect((await remove('A'.repeat(1364), signedIn)).json()).toMatchObject({ error: 'passkey_not_found' });
});

test('sso: a registration must be finished by the caller who started it', async () => {
  const [one, other] = [await register(), await register()];
  const credential = createAuthenticator().create(await registrationChallenge(one));
  const asOther = await post('passkeys', { credential }, browser(other.cookie));
  expect([asOther.statusCode, asOther.json()]).toEqual([400, refused]);
});

test('sso: an expired browser session is rejected and its cookie cleared', async () => {
  const { cookie } = await register();
  sso.advance(12 * 3600 + 1);
  const response = await post('passkeys/registration-options', { name: 'Laptop' }, browser(cookie));
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([
    401,
    'owner_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ]);
});

test.each([undefined, 'null', 'http://localhost:4000', 'https://localhost:4001', 'http://localhost:4001.evil.test'])(
  'sso: a change with the session cookie from origin %s is refused',
  async (origin) => {
    const { cookie } = await register();
    const headers = { cookie: `owner_session=${cookie}`, ...(origin !== undefined && { origin }) };
    const response = await sso.app.inject({ method: 'DELETE', url: '/api/v1/owner/session', headers });
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { error: 'origin_refused', error_description: `This request must come from ${issuer} itself.` },
    ]);
    const afterwards = await sso.app.inject({ url: '/api/v1/owner', headers });
    expect(afterwards.statusCode).toBe(200);
  },
);

test('sso deleteOwnerSession: signing out ends only the session of this browser', async () => {
  const { authenticator, cookie } = await register();
  const other = cookieOf(await signIn(authenticator));
  const out = await sso.app.inject({ method: 'DELETE', url: '/api/v1/owner/session', headers: browser(cookie) });
  expect([out.statusCode, out.headers['set-cookie']]).toEqual([
    204,
    'owner_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ]);
  const owner = (token: string) => sso.app.inject({ url: '/api/v1/owner', headers: browser(token) });
  expect([(await owner(cookie)).statusCode, (await owner(other)).statusCode]).toEqual([401, 200]);
});

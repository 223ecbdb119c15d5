import { expect, test, vi } from 'vitest';
import {
  alice,
  clientId,
  flowKeyList,
  tokenKeyList,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import type { SsoEvent, SsoLogger } from './sso-events.ts';
import { flowKeys } from './start-sign-in.ts';
import { tokenKeys, type TokenStorage, createMemoryStorage } from './stored-session.ts';
import { resolveSsoConfig, type SsoClientConfig } from './sso-config.ts';

const fixture = useSsoClient();

function recordingLogger() {
  const lines: [string, ...unknown[]][] = [];
  const log =
    (level: keyof SsoLogger) =>
    (...args: readonly unknown[]) =>
      void lines.push([level, ...args]);
  return { lines, logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') } };
}

test('SsoClient onEvent: reports sign-in, refresh and sign-out in order, until it is unsubscribed [S107]', async () => {
  const events: SsoEvent[] = [];
  const sso = fixture.client();
  const stop = sso.onEvent((event) => events.push(event));
  await sso.exchangeToken(await fixture.approved(sso));
  await sso.refreshAccessToken();
  sso.logout();
  sso.logout();
  stop();
  await sso.generateDeeplink();
  expect(events).toEqual([
    { type: 'sign-in-started' },
    { type: 'signed-in', subject: alice },
    { type: 'refreshed' },
    { type: 'signed-out', reason: 'logout' },
  ]);
});

test('SsoClient onEvent: a revoked session ends once [S107]', async () => {
  const sso = await fixture.signedIn();
  const events: SsoEvent[] = [];
  sso.onEvent((event) => events.push(event));
  fixture.provider.revokeAll();
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ loggedOut: true });
  expect(events).toMatchObject([
    { type: 'signed-out', reason: 'ended' },
    { type: 'error', error: { name: 'RefreshError' } },
  ]);
});

test('SsoClient onError: every error is reported once, also when several calls share it [S106]', async () => {
  const onError = vi.fn();
  const sso = await fixture.signedIn({ onError });
  fixture.provider.respondWith('/oauth/token', () => new Response('', { status: 503 }));
  const results = await Promise.allSettled([sso.refreshAccessToken(), sso.refreshAccessToken()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(onError.mock.calls).toMatchObject([[{ name: 'RefreshError', status: 503 }]]);
});

test('SsoClient onError: an aborted call is not an error [S106]', async () => {
  const onError = vi.fn();
  const sso = fixture.client({ onError });
  await expect(sso.generateDeeplink({ signal: AbortSignal.abort() })).rejects.toThrow();
  expect(onError).not.toHaveBeenCalled();
});

test('SsoClient callbacks: exceptions in onError, logger and listeners change no result [S109]', async () => {
  const fail = () => {
    throw new Error('of the application');
  };
  const sso = fixture.client({ onError: fail, logger: { debug: fail, info: fail, warn: fail, error: fail } });
  sso.onEvent(fail);
  await sso.exchangeToken(await fixture.approved(sso));
  expect(sso.getSubject()).toBe(alice);
  fixture.provider.revokeAll();
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError' });
});

test('SsoClient logger: lines have levels and contain no token, code, link, state or verifier, even when the provider repeats them [S108]', async () => {
  const { lines, logger } = recordingLogger();
  const keypair = await createDpopKeypair();
  const sso = fixture.client({ logger, dpop: { keypair }, pollingInterval: 1 });
  const { polling_code: polling } = await sso.generateDeeplink();
  let polls = 0;
  fixture.provider.respondWith('/oauth/poll', () => {
    fixture.provider.respondWith('/oauth/poll', null);
    polls++;
    return new Response('', { status: 503 });
  });
  const secrets: (string | null)[] = Object.values(fixture.flow.values(flowKeyList));
  fixture.provider.approve();
  const { authorization_code: code = '' } = await sso.waitForApproval(polling);
  await sso.exchangeToken(code);
  secrets.push(sso.getAccessToken(), sso.getRefreshToken(), sso.getIdToken(), code, polling, '/approve/');
  fixture.provider.respondWith('/oauth/token', ({ form }) =>
    Response.json(
      { error: form.get('refresh_token'), error_description: `${form.get('refresh_token')}` },
      { status: 400 },
    ),
  );
  await expect(sso.refreshAccessToken()).rejects.toThrow();
  const text = JSON.stringify(lines);
  expect(secrets.filter((secret) => secret === null || text.includes(secret))).toEqual([]);
  expect(polls).toBe(1);
  expect(new Set(lines.map(([level]) => level))).toEqual(new Set(['debug', 'info', 'warn', 'error']));
  expect(lines).toContainEqual(['debug', 'sso: POST /oauth/token responded with 400', undefined]);
  expect(lines).toContainEqual([
    'error',
    'sso: RefreshError',
    { name: 'RefreshError', status: 400, retryable: false, error: undefined },
  ]);
});

test('SsoClient logout with revoke: sends the refresh token to the provider once this device is signed out [S104]', async () => {
  const sso = await fixture.signedIn();
  const refreshToken = sso.getRefreshToken();
  let during: unknown;
  fixture.provider.respondWith('/oauth/revoke', () => {
    during = sso.getAccessToken();
    return new Response(null, { status: 200 });
  });
  expect(await sso.logout({ revoke: true })).toBeUndefined();
  const [{ form } = { form: new URLSearchParams() }] = fixture.provider.to('/oauth/revoke');
  expect([form.get('token'), form.get('client_id'), during]).toEqual([refreshToken, sso.config.providerAddress, null]);
  await sso.logout({ revoke: true });
  expect(fixture.provider.to('/oauth/revoke')).toHaveLength(1);
});

test('SsoClient logout with revoke: an outage is a LogoutError and signs this device out all the same [S104]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/revoke', () =>
    Response.json({ error: 'temporarily_unavailable' }, { status: 503 }),
  );
  await expect(sso.logout({ revoke: true })).rejects.toMatchObject({
    name: 'LogoutError',
    status: 503,
    retryable: true,
  });
  expect([sso.getAccessToken(), sso.getRefreshToken()]).toEqual([null, null]);
});

test('SsoClient logout: without options it is synchronous and sends nothing [S103]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.provider.received.length;
  expect(sso.logout()).toBeUndefined();
  expect(fixture.provider.received).toHaveLength(before);
});

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

test('generateDeeplink: with a full storage no part of the sign-in is stored, and an earlier sign-in stays pending [S12]', async () => {
  const earlier = await fixture.client().generateDeeplink();
  const before = fixture.flow.values(flowKeyList);
  const full = fixture.client({ flowStorage: storageWithoutRoom(fixture.flow, flowKeys.nonce) });
  await expect(full.generateDeeplink()).rejects.toThrow('full');
  expect(fixture.flow.values(flowKeyList)).toEqual(before);
  expect(fixture.client().resumeSignIn()).toEqual(earlier);
});

test('refreshAccessToken: a storage without room for the new tokens keeps the session, which a later refresh renews [S86]', async () => {
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

const resolve = (config: Partial<SsoClientConfig>) =>
  resolveSsoConfig({ ssoBaseUrl: 'https://sso.example', providerAddress: clientId, ...config });

test.each([
  ['https://sso.example', 'https://sso.example'],
  ['https://sso.example/', 'https://sso.example'],
  ['https://sso.example//', 'https://sso.example'],
  ['https://SSO.example:443/', 'https://sso.example'],
  ['https://sso.example:8443', 'https://sso.example:8443'],
  ['https://gateway.example/sign-in', 'https://gateway.example/sign-in'],
  ['https://gateway.example/sign-in/', 'https://gateway.example/sign-in'],
  ['http://localhost:4001', 'http://localhost:4001'],
  ['http://127.0.0.1:4001/', 'http://127.0.0.1:4001'],
  ['http://[::1]:4001', 'http://[::1]:4001'],
])('SsoClient configuration: the base URL %s is normalized to %s [A37, S13]', (configured, resolved) => {
  expect(resolve({ ssoBaseUrl: configured }).ssoBaseUrl).toBe(resolved);
});

test.each([
  'http://sso.example',
  'http://192.168.0.2:4001',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'http://0.0.0.0',
  'ftp://sso.example',
  'sso.example',
  '/oauth',
  '',
  'https://user:secret@sso.example',
  'https://sso.example?tenant=1',
  'https://sso.example#top',
])(
  'SsoClient configuration: the base URL %j is rejected, and the message names the option [A37, S13]',
  (ssoBaseUrl) => {
    expect(() => resolve({ ssoBaseUrl })).toThrow(/^ssoBaseUrl must/);
  },
);

test('SsoClient configuration: allowInsecureSsoBaseUrl permits http on any host and no other scheme [A42, S14]', () => {
  expect(resolve({ ssoBaseUrl: 'http://sso.test', allowInsecureSsoBaseUrl: true }).ssoBaseUrl).toBe('http://sso.test');
  expect(() => resolve({ ssoBaseUrl: 'ftp://sso.test', allowInsecureSsoBaseUrl: true })).toThrow(TypeError);
});

test('SsoClient configuration: credentials in the base URL are not repeated in the message [S15]', () => {
  expect(() => resolve({ ssoBaseUrl: 'https://user:secret@sso.example' })).not.toThrow(/secret/);
});

test('SsoClient configuration: the default polling interval is 5000 ms [A39, A105, S17]', () => {
  expect(resolve({}).pollingInterval).toBe(5000);
  expect(resolve({ pollingInterval: 250 }).pollingInterval).toBe(250);
});

test.each([
  [{ providerAddress: '' }, /^providerAddress must/],
  [{ providerAddress: '  ' }, /^providerAddress must/],
  [{ pollingInterval: 0 }, /^pollingInterval must/],
  [{ pollingInterval: -1 }, /^pollingInterval must/],
  [{ pollingInterval: Number.NaN }, /^pollingInterval must/],
  [{ timeout: 0 }, /^timeout must/],
  [{ redirectUri: '/callback' }, /^redirectUri must/],
] satisfies readonly [Partial<SsoClientConfig>, RegExp][])(
  'SsoClient configuration: %o is rejected by name [S16]',
  (config, message) => {
    expect(() => resolve(config)).toThrow(message);
  },
);

test.each(['getItem', 'setItem', 'removeItem'])(
  'SsoClient configuration: a token storage without %s is rejected [S18]',
  (method) => {
    const storage = { ...createMemoryStorage(), [method]: undefined };
    // A JavaScript caller gets no help from the compiler.
    expect(() => Reflect.apply(resolve, undefined, [{ tokenStorage: storage }])).toThrow(`the function ${method}`);
  },
);

test.each([
  [{}],
  [{ keypair: {} }],
  [{ keypair: { privateKey: () => new Uint8Array(64) } }],
  [{ keypair: { privateKey: () => new Uint8Array(64), publicJwk: { kty: 'OKP', crv: 'X25519', x: 'A' } } }],
  [{ keypair: { privateKey: () => new Uint8Array(64), publicJwk: { kty: 'RSA', n: 'A', e: 'AQAB' } } }],
])('SsoClient configuration: the DPoP option %o is rejected as no Ed25519 key pair [A43, S16]', (dpop) => {
  expect(() => Reflect.apply(resolve, undefined, [{ dpop }])).toThrow(/^dpop\.keypair must/);
});

test('SsoClient configuration: outside browsers every client has separate in-memory storage [A28, A41, S19]', () => {
  const [one, two] = [resolve({}), resolve({})];
  one.tokenStorage.setItem('platform-sso_access_token', 'of one');
  expect(two.tokenStorage.getItem('platform-sso_access_token')).toBeNull();
  expect(one.flowStorage.getItem('platform-sso_access_token')).toBeNull();
});

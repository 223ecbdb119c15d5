import { expect, test } from 'vitest';
import { resolveSsoConfig, type SsoClientConfig } from './sso-config.ts';
import { clientId } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { createMemoryStorage } from './stored-session.ts';

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

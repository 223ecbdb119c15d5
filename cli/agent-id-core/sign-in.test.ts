import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { useCore } from '../testing/core-with-provider.ts';
import { useToolkit } from '../testing/executables.ts';
import { ownerSub, providerAddress } from '../testing/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
const world = useCore(toolkit);
const { core, coreProcess, bind } = world;

test('auth: prints link, QR code and expiry, and keeps the sign-in for bind', async () => {
  const { json, code } = await core('auth');
  expect(code).toBe(0);
  expect(Object.keys(json)).toEqual(['ok', 'deepLink', 'qrCode', 'pollingCode', 'expiredAt', 'message']);
  expect(json['deepLink']).toMatch(/\/approve\//);
  expect(json['qrCode']).toMatch(/^[ ▀▄█\n]+$/);
  expect(json['message']).toContain('KTR-WDQ');
});

test('bind: the approved sign-in becomes a DPoP-bound session', async () => {
  await core('auth');
  const { json } = await bind();
  const { json: status } = await core('status');
  expect(json).toEqual({ ok: true, ownerSub, issuer: world.provider.url, providerAddress, jkt: status['jkt'] });
  expect(status).toMatchObject({ bound: true, dpopBound: true, ownerSub, issuer: world.provider.url, providerAddress });
});

test('bind: without auth there is no pending auth', async () => {
  await core('init');
  const { json, code } = await bind();
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^No pending auth found/);
});

test('bind: survives dropped connections, server errors and error pages', async () => {
  await core('auth');
  world.provider.behaviour.before.push(
    { path: '/oauth/poll', answer: 'drop' },
    { path: '/oauth/poll', answer: [502, 'bad gateway'] },
    { path: '/oauth/poll', answer: [429, { error: 'temporarily_unavailable', error_description: 'slow down' }] },
    { path: '/oauth/token', answer: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
    { path: '/oauth/token', answer: [502, 'bad gateway'] },
    { path: '/oauth/jwks', answer: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
  );
  const { json } = await bind();
  expect(json).toMatchObject({ ok: true, ownerSub });
});

test('bind: the code is not spent before the keys of the provider are there', async () => {
  await core('auth');
  const blip = { path: '/oauth/jwks', answer: [503, {}] } as const;
  world.provider.behaviour.before.push(...Array.from({ length: 8 }, () => blip));
  const asked = world.provider.requests.length;
  expect((await bind()).json).toMatchObject({ ok: true, ownerSub });
  const made = world.provider.requests.slice(asked).filter((one) => one !== 'POST /oauth/poll');
  expect(made).toEqual([...Array.from({ length: 9 }, () => 'GET /oauth/jwks'), 'POST /oauth/token']);
});

test('bind: a refused exchange is told at once, whatever its status', async () => {
  await core('auth');
  world.provider.behaviour.before.push({ path: '/oauth/token', answer: [403, { error: 'access_denied' }] });
  expect((await bind()).json).toMatchObject({ ok: false, code: 'exchange_refused' });
});

test.each(['rejected', 'expired'] as const)('bind: a sign-in that was %s is forgotten', async (decision) => {
  world.provider.behaviour.decision = decision;
  await core('auth');
  const first = await bind();
  const second = await bind();
  expect(first.json).toMatchObject({ ok: false, code: `auth_${decision}` });
  expect(second.json['error']).toMatch(/^No pending auth found/);
});

test('bind: a timeout keeps the sign-in, so that bind can go on waiting', async () => {
  world.provider.behaviour.decision = 'pending';
  await core('auth');
  const { json } = await core('bind', '--poll-interval-ms', '100', '--timeout-sec', '1');
  expect(json['code']).toBe('bind_timeout');
  world.provider.behaviour.decision = 'authorized';
  expect((await bind()).json['ok']).toBe(true);
});

test('bind: a provider that stays silent is not waited for beyond the timeout', async () => {
  await core('auth');
  world.provider.behaviour.before.push({ path: '/oauth/poll', answer: 'silence' });
  const started = performance.now();
  expect((await core('bind', '--timeout-sec', '1')).json['code']).toBe('bind_timeout');
  // One answer of the provider may otherwise take 20 s.
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('bind: an id_token that is signed with a key that the provider has just begun to use is accepted', async () => {
  await core('auth');
  world.provider.behaviour.before.push({ path: '/oauth/jwks', answer: [200, { keys: [] }] });
  expect((await bind()).json).toMatchObject({ ok: true, ownerSub });
});

test.each([
  ['another issuer', { iss: 'http://127.0.0.1:1' }, 'issuer'],
  ['another audience', { aud: 'someone-else' }, 'not for the client'],
  ['another authorized party', { azp: 'someone-else' }, 'azp'],
  ['an expired token', { exp: 1 }, 'expired'],
  ['a token of the future', { nbf: 9_999_999_999 }, 'nbf'],
  ['another nonce', { nonce: 'other' }, 'nonce'],
  ['another key', { cnf: { jkt: 'A'.repeat(43) } }, 'cnf.jkt'],
])('bind: an id_token with %s is refused and nothing is stored', async (_case, claims, reason) => {
  world.provider.behaviour.idTokenClaims = claims;
  await core('auth');
  const { json } = await bind();
  const { json: status } = await core('status');
  expect(json['code']).toBe('bad_id_token');
  expect(json['error']).toContain(reason);
  expect(status['bound']).toBe(false);
});

test('bind: Bearer tokens are not accepted where DPoP was asked for', async () => {
  world.provider.behaviour.tokenType = 'Bearer';
  await core('auth');
  expect((await bind()).json['code']).toBe('not_dpop_bound');
});

test('bind: a state that belongs to another sign-in is not used', async () => {
  await core('auth');
  const file = join(world.stateDir, 'pending-auth.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"state": "[^"]+"/, '"state": "other"'));
  expect((await bind()).json['code']).toBe('state_mismatch');
});

test('auth: a refused origin is retried once with the default', async () => {
  const { json } = await core('auth', '--oidc-origin', 'https://elsewhere.test');
  expect(json['ok']).toBe(true);
  expect(JSON.parse(readFileSync(join(world.stateDir, 'pending-auth.json'), 'utf8')).origin).toBe('http://localhost');
});

test('auth: when the default origin is refused too, the provider is quoted', async () => {
  world.provider.behaviour.allowedOrigins = [];
  const { json, code } = await core('auth');
  expect(code).toBe(1);
  expect(json['error']).toContain('Origin not allowed');
});

test.each([
  ['discovery by a proxy page', '/.well-known/openid-configuration', [502, 'bad gateway'], 'provider_failed'],
  ['discovery by nothing', '/.well-known/openid-configuration', [200, undefined], 'provider_failed'],
  ['the sign-in by another kind of page', '/oauth/authorize', [200, 'welcome'], 'provider_failed'],
  ['the sign-in by a proxy page', '/oauth/authorize', [502, 'bad gateway'], 'authorize_refused'],
  ['the sign-in by an unknown status', '/oauth/authorize', [418, { error: 'teapot' }], 'authorize_refused'],
] as const)('auth: %s is told, and nothing waits', async (_case, path, answer, code) => {
  world.provider.behaviour.before.push({ path, answer });
  expect((await core('auth')).json).toMatchObject({ ok: false, code });
  expect((await bind()).json['code']).toBe('no_pending_auth');
});

test('auth: an origin that is refused with an unknown status is retried like any other', async () => {
  const answer = [451, { error: 'access_denied', error_description: 'Origin not allowed: x' }] as const;
  world.provider.behaviour.before.push({ path: '/oauth/authorize', answer });
  expect((await core('auth', '--oidc-origin', 'https://elsewhere.test')).json['ok']).toBe(true);
});

test('auth: a provider that calls itself something else is refused', async () => {
  const { json } = await core('auth', '--sso-url', world.provider.url.replace('127.0.0.1', 'localhost'));
  expect(json['code']).toBe('issuer_mismatch');
});

test('auth: a provider over plain http is refused unless on loopback', async () => {
  const { json } = await core('auth', '--sso-url', 'http://sso.example');
  expect(json['code']).toBe('invalid_flag');
});

test('auth: without a provider address it says where to put one', async () => {
  const { json } = await toolkit.run('agent-id-core', ['auth', '--state-dir', world.stateDir]);
  expect(json['error']).toMatch(/^No provider address/);
});

test('provider address: flag before environment before default-provider.txt next to the executable', async () => {
  await core('init');
  const file = join(dirname(toolkit.path('agent-id-core')), 'default-provider.txt');
  const link = join(toolkit.scratch(), 'core.mjs');
  writeFileSync(file, ' from-file \n');
  symlinkSync(toolkit.path('agent-id-core'), link);
  const setup = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    toolkit.spawn('agent-id-core', ['setup-owner-session', ...args, '--state-dir', world.stateDir], {
      env,
      program: link,
    });
  const env = { PLATFORM_PROVIDER_ADDRESS: 'from-env' };
  try {
    expect((await setup(env, '--provider-address', 'from-flag')).json['providerAddress']).toBe('from-flag');
    expect((await setup(env)).json['providerAddress']).toBe('from-env');
    expect((await setup({})).json['providerAddress']).toBe('from-file');
  } finally {
    rmSync(file);
  }
  expect((await setup({})).json['error']).toMatch(/^No provider address/);
});

test('bind: two at once end in one session', async () => {
  world.provider.behaviour.decision = 'pending';
  await core('auth');
  const polls = (): number => world.provider.requests.filter((one) => one.endsWith('/oauth/poll')).length;
  const before = polls();
  const waiting = ['bind', '--poll-interval-ms', '100'] as const;
  const both = Promise.all([coreProcess(...waiting), coreProcess(...waiting)]);
  // More looks than one process alone would take in the time that the other needs to start.
  await expect.poll(() => polls()).toBeGreaterThan(before + 20);
  world.provider.behaviour.decision = 'authorized';
  const [one, two] = await both;
  expect([one.json['ok'], two.json['ok']]).toEqual([true, true]);
  expect((await core('refresh')).json['ok']).toBe(true);
});

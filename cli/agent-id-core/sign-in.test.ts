import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useToolkit } from '../testing/executables.ts';
import { ownerSub, providerAddress, startTestProvider, type TestProvider } from '../testing/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
let provider: TestProvider;
let stateDir: string;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  stateDir = toolkit.scratch();
  Object.assign(provider.behaviour, {
    decision: 'authorized',
    idTokenClaims: {},
    tokenType: 'DPoP',
    allowedOrigins: ['http://localhost'],
    revoked: false,
  });
});

const core = (...args: readonly string[]) =>
  toolkit.run('agent-id-core', [...args, '--state-dir', stateDir], {
    env: { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress },
  });
const coreProcess = (...args: readonly string[]) =>
  toolkit.spawn('agent-id-core', [...args, '--state-dir', stateDir], {
    env: { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress },
  });
const bind = (...args: readonly string[]) => core('bind', '--poll-interval-ms', '100', '--timeout-sec', '5', ...args);

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
  expect(json).toEqual({ ok: true, ownerSub, issuer: provider.url, providerAddress, jkt: status['jkt'] });
  expect(status).toMatchObject({ bound: true, dpopBound: true, ownerSub, issuer: provider.url, providerAddress });
});

test('bind: without auth there is no pending auth', async () => {
  await core('init');
  const { json, code } = await bind();
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^No pending auth found/);
});

test('bind: survives dropped connections, server errors and error pages', async () => {
  await core('auth');
  provider.behaviour.before.push(
    { path: '/oauth/poll', answer: 'drop' },
    { path: '/oauth/poll', answer: [502, 'bad gateway'] },
    { path: '/oauth/poll', answer: [429, { error: 'temporarily_unavailable', error_description: 'slow down' }] },
    { path: '/oauth/token', answer: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
    { path: '/oauth/jwks', answer: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
  );
  const { json } = await bind();
  expect(json).toMatchObject({ ok: true, ownerSub });
});

test.each(['rejected', 'expired'] as const)('bind: a sign-in that was %s is forgotten', async (decision) => {
  provider.behaviour.decision = decision;
  await core('auth');
  const first = await bind();
  const second = await bind();
  expect(first.json).toMatchObject({ ok: false, code: `auth_${decision}` });
  expect(second.json['error']).toMatch(/^No pending auth found/);
});

test('bind: a timeout keeps the sign-in, so that bind can go on waiting', async () => {
  provider.behaviour.decision = 'pending';
  await core('auth');
  const { json } = await core('bind', '--poll-interval-ms', '100', '--timeout-sec', '1');
  expect(json['code']).toBe('bind_timeout');
  provider.behaviour.decision = 'authorized';
  expect((await bind()).json['ok']).toBe(true);
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
  provider.behaviour.idTokenClaims = claims;
  await core('auth');
  const { json } = await bind();
  const { json: status } = await core('status');
  expect(json['code']).toBe('bad_id_token');
  expect(json['error']).toContain(reason);
  expect(status['bound']).toBe(false);
});

test('bind: Bearer tokens are not accepted where DPoP was asked for', async () => {
  provider.behaviour.tokenType = 'Bearer';
  await core('auth');
  expect((await bind()).json['code']).toBe('not_dpop_bound');
});

test('bind: a state that belongs to another sign-in is not used', async () => {
  await core('auth');
  const file = join(stateDir, 'pending-auth.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"state": "[^"]+"/, '"state": "other"'));
  expect((await bind()).json['code']).toBe('state_mismatch');
});

test('auth: a refused origin is retried once with the default', async () => {
  const { json } = await core('auth', '--oidc-origin', 'https://elsewhere.test');
  expect(json['ok']).toBe(true);
  expect(JSON.parse(readFileSync(join(stateDir, 'pending-auth.json'), 'utf8')).origin).toBe('http://localhost');
});

test('auth: when the default origin is refused too, the provider is quoted', async () => {
  provider.behaviour.allowedOrigins = [];
  const { json, code } = await core('auth');
  expect(code).toBe(1);
  expect(json['error']).toContain('Origin not allowed');
});

test('auth: a provider that calls itself something else is refused', async () => {
  const { json } = await core('auth', '--sso-url', provider.url.replace('127.0.0.1', 'localhost'));
  expect(json['code']).toBe('issuer_mismatch');
});

test('auth: a provider over plain http is refused unless on loopback', async () => {
  const { json } = await core('auth', '--sso-url', 'http://sso.example');
  expect(json['code']).toBe('invalid_flag');
});

test('auth: without a provider address it says where to put one', async () => {
  const { json } = await toolkit.run('agent-id-core', ['auth', '--state-dir', stateDir]);
  expect(json['error']).toMatch(/^No provider address/);
});

test('refresh: tokens are replaced, owner and key stay', async () => {
  await core('auth');
  await bind();
  const before = readFileSync(join(stateDir, 'owner-session.json'), 'utf8');
  const { json } = await core('refresh');
  expect(json).toEqual({ ok: true, refreshedAt: expect.any(Number), ownerSessionSub: ownerSub, providerAddress });
  const [old, now] = [JSON.parse(before), JSON.parse(readFileSync(join(stateDir, 'owner-session.json'), 'utf8'))];
  expect(now.savedAt).toBe(old.savedAt);
  for (const name of ['accessToken', 'idToken', 'refreshToken']) expect(now[name]).not.toBe(old[name]);
});

test('refresh: ten at once never present one refresh token twice', async () => {
  await core('auth');
  await bind();
  const reuses = provider.reuses();
  const runs = await Promise.all(Array.from({ length: 10 }, () => coreProcess('refresh')));
  expect(runs.map(({ json }) => json['ok'])).toEqual(Array.from({ length: 10 }, () => true));
  expect(provider.reuses()).toBe(reuses);
});

test('bind: two at once end in one session', async () => {
  provider.behaviour.decision = 'pending';
  await core('auth');
  const polls = (): number => provider.requests.filter((one) => one.endsWith('/oauth/poll')).length;
  const before = polls();
  const waiting = ['bind', '--poll-interval-ms', '100'] as const;
  const both = Promise.all([coreProcess(...waiting), coreProcess(...waiting)]);
  // More looks than one process alone would take in the time that the other needs to start.
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(before + 20), { timeout: 30_000 });
  provider.behaviour.decision = 'authorized';
  const [one, two] = await both;
  expect([one.json['ok'], two.json['ok']]).toEqual([true, true]);
  expect((await core('refresh')).json['ok']).toBe(true);
});

test('refresh: a revoked authorization directs to bootstrap and leaves the session as it was', async () => {
  await core('auth');
  await bind();
  provider.behaviour.revoked = true;
  const { json, code } = await core('refresh');
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^Session refresh failed \(authorization revoked\).*bootstrap/);
  expect((await core('status')).json['bound']).toBe(true);
});

test.each([
  ['a server error', [500, { error: 'server_error', error_description: 'x' }]],
  ['an overload', [503, { error: 'temporarily_unavailable', error_description: 'x' }]],
  ['a proxy page', [502, 'bad gateway']],
] as const)('refresh: %s is no revocation and says that it can be tried again', async (_case, answer) => {
  await core('auth');
  await bind();
  provider.behaviour.before.push({ path: '/oauth/token', answer }, { path: '/oauth/token', answer });
  const { json } = await core('refresh');
  expect(json['code']).toBe('refresh_failed');
  expect(json['error']).toContain('retryable');
  provider.behaviour.before.length = 0;
  expect((await core('refresh')).json['ok']).toBe(true);
});

test('refresh: an id_token of another owner is refused', async () => {
  await core('auth');
  await bind();
  provider.behaviour.idTokenClaims = { sub: 'f'.repeat(32) };
  expect((await core('refresh')).json['code']).toBe('bad_id_token');
});

test('refresh: without a session, and with one that is not bound to the key', async () => {
  await core('init');
  expect((await core('refresh')).json['error']).toMatch(/^No owner session/);
  await core('auth');
  await bind();
  const other = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', other]);
  writeFileSync(join(stateDir, 'keys/main.json'), readFileSync(join(other, 'keys/main.json')));
  expect((await core('refresh')).json['error']).toMatch(/^Session is not DPoP-bound/);
  expect((await core('status')).json).toMatchObject({ bound: true, dpopBound: false });
});

test('bootstrap: shows link and QR code on stderr before it waits, and is done once', async () => {
  const first = await core('bootstrap');
  expect(first.json).toEqual({ ok: true, providerAddress, stateDir });
  expect(first.stderr).toMatch(/\/approve\/[\s\S]*[▀▄█]{5}/);
  const { json: status } = await core('status');
  const second = await core('bootstrap');
  expect(second.json).toEqual({
    ok: true,
    alreadyBootstrapped: true,
    jkt: status['jkt'],
    ownerSub,
    providerAddress,
    stateDir,
  });
});

test('bootstrap: after a revocation it binds anew, with the same key', async () => {
  await core('bootstrap');
  const { json: before } = await core('status');
  provider.behaviour.before.push({
    path: '/oauth/token',
    answer: [400, { error: 'invalid_grant', error_description: 'revoked' }],
  });
  expect((await core('bootstrap')).json).toEqual({ ok: true, providerAddress, stateDir });
  expect((await core('status')).json['jkt']).toBe(before['jkt']);
});

test('setup-owner-session: back to initialized, key and audit trail kept', async () => {
  await core('bootstrap');
  writeFileSync(join(stateDir, 'owner-binding.json'), '{}');
  const { json: before } = await core('status');
  const { json, stderr } = await core('setup-owner-session', '--verbose');
  expect(json).toEqual({ ok: true, rebound: true, providerAddress, stateDir });
  expect(stderr).toContain('removed owner-binding.json');
  expect((await core('status')).json).toMatchObject({ initialized: true, bound: false, jkt: before['jkt'] });
});

test('a passphrase encrypts key and tokens at rest, and every command needs it', async () => {
  const env = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress };
  const open = { ...env, AGENT_ID_PASSPHRASE: 'correct horse' };
  const run = (passphrase: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    toolkit.run('agent-id-core', [...args, '--state-dir', stateDir], { env: passphrase });
  expect((await run(open, 'bootstrap')).json['ok']).toBe(true);
  const stored =
    readFileSync(join(stateDir, 'keys/main.json'), 'utf8') + readFileSync(join(stateDir, 'owner-session.json'), 'utf8');
  expect(stored).not.toMatch(/PRIVATE KEY|eyJ/);
  expect((await run(open, 'refresh')).json['ok']).toBe(true);
  expect((await run(env, 'refresh')).json['code']).toBe('passphrase_required');
  expect((await run({ ...env, AGENT_ID_PASSPHRASE: 'wrong' }, 'refresh')).json['code']).toBe('wrong_passphrase');
});

test('init with a passphrase encrypts what was stored in the clear', async () => {
  await core('bootstrap');
  const { json: before } = await core('init');
  const { json } = await toolkit.run('agent-id-core', ['init', '--state-dir', stateDir], {
    env: { AGENT_ID_PASSPHRASE: 'later' },
  });
  expect(json).toEqual(before);
  const stored =
    readFileSync(join(stateDir, 'keys/main.json'), 'utf8') + readFileSync(join(stateDir, 'owner-session.json'), 'utf8');
  expect(stored).not.toMatch(/PRIVATE KEY|eyJ/);
});

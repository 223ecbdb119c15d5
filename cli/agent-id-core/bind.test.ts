import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { useCore } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-core');
const world = useCore(toolkit);
const { core, coreProcess, bind } = world;

test('core bind: an approved sign-in becomes a DPoP-bound session [B3, B9, B18, B57]', async () => {
  await core('auth');
  const { json } = await bind();
  const { json: status } = await core('status');
  expect(json).toEqual({ ok: true, ownerSub, issuer: world.provider.url, providerAddress, jkt: status['jkt'] });
  expect(status).toMatchObject({ bound: true, dpopBound: true, ownerSub, issuer: world.provider.url, providerAddress });
});

test('core bind: without auth fails with no_pending_auth', async () => {
  await core('init');
  const { json, code } = await bind();
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^No pending auth found/);
});

test('core bind: continues after dropped connections, server errors and error pages', async () => {
  await core('auth');
  world.provider.behaviour.nextResponses.push(
    { path: '/oauth/poll', response: 'drop' },
    { path: '/oauth/poll', response: [502, 'bad gateway'] },
    { path: '/oauth/poll', response: [429, { error: 'temporarily_unavailable', error_description: 'slow down' }] },
    { path: '/oauth/token', response: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
    { path: '/oauth/token', response: [502, 'bad gateway'] },
    { path: '/oauth/jwks', response: [503, { error: 'temporarily_unavailable', error_description: 'later' }] },
  );
  const { json } = await bind();
  expect(json).toMatchObject({ ok: true, ownerSub });
});

test('core bind: the JWKS is read before the code is exchanged', async () => {
  await core('auth');
  const unavailable = { path: '/oauth/jwks', response: [503, {}] } as const;
  world.provider.behaviour.nextResponses.push(...Array.from({ length: 8 }, () => unavailable));
  const requestsBefore = world.provider.requests.length;
  expect((await bind()).json).toMatchObject({ ok: true, ownerSub });
  const made = world.provider.requests.slice(requestsBefore).filter((one) => one !== 'POST /oauth/poll');
  expect(made).toEqual([...Array.from({ length: 9 }, () => 'GET /oauth/jwks'), 'POST /oauth/token']);
});

test('core bind: a refused exchange fails at once for any status', async () => {
  await core('auth');
  world.provider.behaviour.nextResponses.push({ path: '/oauth/token', response: [403, { error: 'access_denied' }] });
  expect((await bind()).json).toMatchObject({ ok: false, code: 'exchange_refused' });
});

test.each(['rejected', 'expired'] as const)('core bind: a sign-in that was %s is deleted', async (decision) => {
  world.provider.behaviour.decision = decision;
  await core('auth');
  const first = await bind();
  const second = await bind();
  expect(first.json).toMatchObject({ ok: false, code: `auth_${decision}` });
  expect(second.json['error']).toMatch(/^No pending auth found/);
});

test('core bind: a timeout keeps the sign-in for the next bind [B33]', async () => {
  world.provider.behaviour.decision = 'pending';
  await core('auth');
  const { json } = await core('bind', '--poll-interval-ms', '100', '--timeout-sec', '1');
  expect(json['code']).toBe('bind_timeout');
  world.provider.behaviour.decision = 'authorized';
  expect((await bind()).json['ok']).toBe(true);
});

test.each(['ssoBaseUrl', 'deepLink', 'issuer', 'providerAddress', 'codeVerifier', 'expiredAt', 'mac'])(
  'core bind: a pending sign-in whose %s was edited is refused and neither shown nor sent',
  async (member) => {
    const first = await core('auth');
    const path = join(world.stateDir, 'pending-auth.json');
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const edited = member === 'expiredAt' ? Number(stored[member]) + 1 : 'https://evil.example';
    writeFileSync(path, JSON.stringify({ ...stored, [member]: edited }));
    expect((await core('status')).json).not.toHaveProperty('pendingAuth');
    const requests = world.provider.requests.length;
    expect((await bind()).json['code']).toBe('session_altered');
    expect(world.provider.requests.length).toBe(requests);
    expect((await core('auth')).json['deepLink']).not.toBe(first.json['deepLink']);
  },
);

test('core bind: --timeout-sec 0 polls once', async () => {
  world.provider.behaviour.decision = 'pending';
  await core('auth');
  const polls = () => world.provider.requests.filter((one) => one === 'POST /oauth/poll').length;
  const before = polls();
  expect((await core('bind', '--timeout-sec', '0')).json['code']).toBe('bind_timeout');
  expect(polls() - before).toBe(1);
  world.provider.behaviour.decision = 'authorized';
  expect((await core('bind', '--timeout-sec', '0')).json).toMatchObject({ ok: true, ownerSub });
});

test('core bind: without --timeout-sec and --poll-interval-ms it polls every 3000 ms for 300 s [B33, B66]', async () => {
  world.provider.behaviour.decision = 'pending';
  await world.core('auth');
  // Each sleep advances the monotonic clock by its full time, without waiting.
  const pauses: number[] = [];
  let elapsed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  const sleep = (ms: number) => {
    pauses.push(ms);
    elapsed += ms;
    return Promise.resolve();
  };
  try {
    const { json, code } = await toolkit.run('agent-id-core', ['bind', '--state-dir', world.stateDir], { sleep });
    expect([code, json['code'], json['error']]).toEqual([1, 'bind_timeout', expect.stringContaining('300 s')]);
  } finally {
    clock.mockRestore();
  }
  expect(pauses).toEqual(Array.from({ length: 100 }, () => 3000));
});

test('core bind: the timeout also ends a request without a response', async () => {
  await core('auth');
  world.provider.behaviour.nextResponses.push({ path: '/oauth/poll', response: 'silence' });
  const started = performance.now();
  expect((await core('bind', '--timeout-sec', '1')).json['code']).toBe('bind_timeout');
  // A request to the provider otherwise has a timeout of 20 s.
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('core bind: an id_token signed with a key published during the exchange is accepted', async () => {
  await core('auth');
  world.provider.behaviour.nextResponses.push({ path: '/oauth/jwks', response: [200, { keys: [] }] });
  expect((await bind()).json).toMatchObject({ ok: true, ownerSub });
});

test.each([
  ['another issuer', { iss: 'http://127.0.0.1:1' }, 'issuer'],
  ['another audience', { aud: 'someone-else' }, 'does not include the client'],
  ['another authorized party', { azp: 'someone-else' }, 'azp'],
  ['an expired token', { exp: 1 }, 'expired'],
  ['an nbf in the future', { nbf: 9_999_999_999 }, 'nbf'],
  ['another nonce', { nonce: 'other' }, 'nonce'],
  ['another key', { cnf: { jkt: 'A'.repeat(43) } }, 'cnf.jkt'],
])('core bind: an id_token with %s is refused and nothing is stored [B22]', async (_case, claims, reason) => {
  world.provider.behaviour.idTokenClaims = claims;
  await core('auth');
  const { json } = await bind();
  const { json: status } = await core('status');
  expect(json['code']).toBe('bad_id_token');
  expect(json['error']).toContain(reason);
  expect(status['bound']).toBe(false);
});

test('core bind: Bearer tokens are refused [A76]', async () => {
  world.provider.behaviour.tokenType = 'Bearer';
  await core('auth');
  expect((await bind()).json['code']).toBe('not_dpop_bound');
});

test('core bind: a response with another state is refused', async () => {
  await core('auth');
  const { url: iss } = world.provider;
  const body = { status: 'authorized', state: 'other', iss, authorization_code: 'x' };
  world.provider.behaviour.nextResponses.push({ path: '/oauth/poll', response: [200, body] });
  expect((await bind()).json['code']).toBe('state_mismatch');
});

test('core bind: two parallel processes create one session', async () => {
  world.provider.behaviour.decision = 'pending';
  await core('auth');
  const polls = (): number => world.provider.requests.filter((one) => one.endsWith('/oauth/poll')).length;
  const before = polls();
  const waiting = ['bind', '--poll-interval-ms', '100'] as const;
  const both = Promise.all([coreProcess(...waiting), coreProcess(...waiting)]);
  // Enough polls for both processes to be waiting at the same time.
  await expect.poll(() => polls()).toBeGreaterThan(before + 20);
  world.provider.behaviour.decision = 'authorized';
  const [one, two] = await both;
  expect([one.json['ok'], two.json['ok']]).toEqual([true, true]);
  expect((await core('refresh')).json['ok']).toBe(true);
});

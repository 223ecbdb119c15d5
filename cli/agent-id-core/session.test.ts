import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { waitUntil } from '../../contract-tests/fixtures/http.ts';
import { useCore } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { ownIdentity } from '../shared/state-dir/lock.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub, providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';
import { startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';

const toolkit = useToolkit('agent-id-core');
const world = useCore(toolkit);
const { core, coreProcess, bind } = world;

test('core export-proof: prints only the id_token unless --include-tokens is given', async () => {
  await core('bootstrap');
  const stored = JSON.parse(readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
  const { json, stdout } = await core('export-proof');
  expect(json['ownerSession']).toMatchObject({
    idToken: stored['idToken'],
    accessToken: '[redacted]',
    refreshToken: '[redacted]',
  });
  expect(stdout).not.toContain(stored['accessToken']);
  const all = await core('export-proof', '--include-tokens');
  expect(all.json['ownerSession']).toMatchObject({
    accessToken: stored['accessToken'],
    refreshToken: stored['refreshToken'],
  });
});

test('core refresh: tokens are replaced, owner and key stay [B20]', async () => {
  await core('auth');
  await bind();
  const before = readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8');
  const { json } = await core('refresh');
  expect(json).toEqual({ ok: true, refreshedAt: expect.any(Number), ownerSessionSub: ownerSub, providerAddress });
  const [old, now] = [JSON.parse(before), JSON.parse(readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8'))];
  expect(now.savedAt).toBe(old.savedAt);
  for (const name of ['accessToken', 'idToken', 'refreshToken']) expect(now[name]).not.toBe(old[name]);
});

test('core refresh: twenty parallel processes never present a refresh token twice', async () => {
  await core('auth');
  await bind();
  const reuses = world.provider.reuses();
  const runs = await Promise.all(Array.from({ length: 20 }, () => coreProcess('refresh')));
  expect(runs.map(({ json }) => json['ok'])).toEqual(Array.from({ length: 20 }, () => true));
  expect(world.provider.reuses()).toBe(reuses);
});

test('core refresh: a revoked authorization names bootstrap and leaves the session unchanged [B21]', async () => {
  await core('auth');
  await bind();
  world.provider.behaviour.revoked = true;
  const { json, code } = await core('refresh');
  expect(code).toBe(1);
  expect(json['error']).toMatch(/^Session refresh failed \(authorization revoked\).*bootstrap/);
  expect((await core('status')).json['bound']).toBe(true);
});

test.each([
  ['400 with invalid_grant', [400, { error: 'invalid_grant', error_description: 'x' }]],
  ['401', [401, { error: 'invalid_client', error_description: 'x' }]],
  ['403', [403, { error: 'access_denied', error_description: 'x' }]],
] as const)('core refresh: %s is reported as authorization_revoked', async (_case, response) => {
  await core('auth');
  await bind();
  world.provider.behaviour.nextResponses.push({ path: '/oauth/token', response });
  expect((await core('refresh')).json).toMatchObject({ ok: false, code: 'authorization_revoked' });
});

test.each(['refresh', 'bootstrap'])(
  'core %s: a paused agent keeps its session, and status says who paused it',
  async (command) => {
    await core('auth');
    await bind();
    world.provider.behaviour.paused = true;
    const { json, code } = await core(command);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      ok: false,
      code: 'agent_paused',
      error: expect.stringMatching(/paused by its owner/),
    });
    const seenAt = expect.any(Number);
    expect((await core('status')).json).toMatchObject({
      bound: true,
      dpopBound: true,
      paused: { by: 'owner', seenAt },
    });

    world.provider.behaviour.paused = false;
    expect((await core('refresh')).json['ok']).toBe(true);
    expect((await core('status')).json).not.toHaveProperty('paused');
  },
);

test.each([
  ['a server error', [500, { error: 'server_error', error_description: 'x' }]],
  ['an overload', [503, { error: 'temporarily_unavailable', error_description: 'x' }]],
  ['a proxy page', [502, 'bad gateway']],
] as const)('core refresh: %s is reported as retryable refresh_failed', async (_case, response) => {
  await core('auth');
  await bind();
  world.provider.behaviour.nextResponses.push({ path: '/oauth/token', response }, { path: '/oauth/token', response });
  const { json } = await core('refresh');
  expect(json['code']).toBe('refresh_failed');
  expect(json['error']).toContain('retryable');
  world.provider.behaviour.nextResponses.length = 0;
  expect((await core('refresh')).json['ok']).toBe(true);
});

test.each(['refresh', 'bootstrap'])(
  'core %s: when the JWKS cannot be read a retry uses the rotated refresh token',
  async (command) => {
    await core('auth');
    await bind();
    const reuses = world.provider.reuses();
    world.provider.behaviour.nextResponses.push({ path: '/oauth/jwks', response: [503, {}] });
    const { json, stderr } = await core(command);
    expect(`${String(json['error'])}${stderr}`).toContain('retryable, the session is kept');
    expect((await core('refresh')).json['ok']).toBe(true);
    expect(world.provider.reuses()).toBe(reuses);
  },
);

test('core refresh: a lost response is requested again within the repeat window of the provider', async () => {
  await core('auth');
  await bind();
  const tokenRequests = () => world.provider.requests.filter((one) => one === 'POST /oauth/token').length;
  const before = tokenRequests();
  world.provider.behaviour.nextResponses.push({ path: '/oauth/token', response: 'silence' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const refreshed = core('refresh');
    await waitUntil(() => tokenRequests() > before);
    await vi.advanceTimersByTimeAsync(4000);
    expect((await refreshed).json['ok']).toBe(true);
    expect(tokenRequests()).toBe(before + 2);
  } finally {
    vi.useRealTimers();
  }
});

test('core refresh: an id_token of another owner is refused [B35]', async () => {
  await core('auth');
  await bind();
  world.provider.behaviour.idTokenClaims = { sub: 'f'.repeat(32) };
  expect((await core('refresh')).json['code']).toBe('bad_id_token');
});

test('core refresh: a missing session and a session not bound to the key are refused [B9, B22, B68]', async () => {
  await core('init');
  expect((await core('refresh')).json['error']).toMatch(/^No owner session/);
  await core('auth');
  await bind();
  const other = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', other]);
  writeFileSync(join(world.stateDir, 'keys/main.json'), readFileSync(join(other, 'keys/main.json')));
  expect((await core('refresh')).json['error']).toMatch(/^Session is not DPoP-bound/);
  expect((await core('status')).json).toMatchObject({ bound: true, dpopBound: false });
});

const sessionPath = () => join(world.stateDir, 'owner-session.json');
const sessionFields = () => JSON.parse(readFileSync(sessionPath(), 'utf8')) as Record<string, unknown>;
const editSession = (change: Readonly<Record<string, unknown>>) =>
  writeFileSync(sessionPath(), JSON.stringify({ ...sessionFields(), ...change }));

test.each([
  ['ownerSub', 'f'.repeat(32)],
  ['issuer', 'https://evil.example'],
  ['providerAddress', 'f'.repeat(32)],
  ['refreshToken', 'other'],
  ['savedAt', 1],
  ['mac', 'A'.repeat(43)],
  ['mac', undefined],
])('owner session: an edited %s is refused by every command', async (member, value) => {
  await core('bootstrap');
  editSession({ [member]: value });
  const line = ['sign', '--type', 't', '--action', 'a', '--payload', '1'];
  for (const args of [['status'], ['refresh'], ['export-proof'], line]) {
    const { json, code, stdout } = await core(...args);
    expect([code, json['code'], json['error']]).toEqual([1, 'session_altered', expect.stringContaining('auth')]);
    expect(stdout).not.toContain(String(value));
  }
});

test('owner session: an edited ssoBaseUrl never receives the refresh token', async () => {
  await core('bootstrap');
  const other = await startTestService();
  try {
    editSession({ ssoBaseUrl: other.url, issuer: other.url });
    expect((await core('refresh')).json['code']).toBe('session_altered');
    expect((await core('bootstrap')).json).toMatchObject({ ok: true });
    expect(other.received).toEqual([]);
  } finally {
    await other.close();
  }
});

test('owner session: with a passphrase, edits beside the encrypted session have no effect', async () => {
  const env = { ...world.env, AGENT_ID_PASSPHRASE: 'correct horse' };
  const guarded = (...args: readonly string[]) =>
    toolkit.run('agent-id-core', [...args, '--state-dir', world.stateDir], { env });
  await guarded('bootstrap');
  editSession({ ownerSub: 'f'.repeat(32), ssoBaseUrl: 'https://evil.example' });
  expect((await guarded('status')).json).toMatchObject({ ownerSub, dpopBound: true });
  expect((await guarded('refresh')).json).toMatchObject({ ok: true, ownerSessionSub: ownerSub });
});

test('owner session: a plain session cannot replace the encrypted one', async () => {
  await core('bootstrap');
  const plain = sessionFields();
  await toolkit.run('agent-id-core', ['init', '--state-dir', world.stateDir], { env: { AGENT_ID_PASSPHRASE: 'x' } });
  writeFileSync(sessionPath(), JSON.stringify({ ...plain, ssoBaseUrl: 'https://evil.example' }));
  const { json } = await toolkit.run('agent-id-core', ['refresh', '--state-dir', world.stateDir], {
    env: { AGENT_ID_PASSPHRASE: 'x' },
  });
  expect(json['code']).toBe('session_altered');
});

test('core bootstrap: shows link and QR code on stderr before it waits, and does nothing when bound [B26, B30, B70]', async () => {
  const first = await core('bootstrap');
  expect(first.json).toEqual({ ok: true, providerAddress, stateDir: world.stateDir });
  expect(first.stderr).toMatch(/\/approve\/[\s\S]*[▀▄█]{5}/);
  const { json: status } = await core('status');
  const second = await core('bootstrap');
  expect(second.json).toEqual({
    ok: true,
    alreadyBootstrapped: true,
    jkt: status['jkt'],
    ownerSub,
    providerAddress,
    stateDir: world.stateDir,
  });
});

test('core bootstrap: after a revocation the same key is bound again', async () => {
  await core('bootstrap');
  const { json: before } = await core('status');
  world.provider.behaviour.nextResponses.push({
    path: '/oauth/token',
    response: [400, { error: 'invalid_grant', error_description: 'revoked' }],
  });
  expect((await core('bootstrap')).json).toEqual({ ok: true, providerAddress, stateDir: world.stateDir });
  expect((await core('status')).json['jkt']).toBe(before['jkt']);
});

test('core bootstrap: a failure that does not end the session is reported and starts no sign-in', async () => {
  await core('bootstrap');
  const session = () => readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8');
  const before = session();
  // The current process, which is alive.
  const holder = { ...ownIdentity(), start: null, token: 'held' };
  writeFileSync(join(world.stateDir, 'lock'), JSON.stringify(holder));
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const run = core('bootstrap');
    await waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(100_000);
    const { json, stderr } = await run;
    expect(json['code']).toBe('state_locked');
    expect(stderr).not.toContain('Starting a new sign-in');
    expect(session()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('core setup-owner-session: returns to initialized and keeps key and audit trail [B19, B34]', async () => {
  await core('bootstrap');
  writeFileSync(join(world.stateDir, 'owner-binding.json'), '{}');
  const { json: before } = await core('status');
  const { json, stderr } = await core('setup-owner-session', '--verbose');
  expect(json).toEqual({ ok: true, rebound: true, providerAddress, stateDir: world.stateDir });
  expect(stderr).toContain('removed owner-binding.json');
  expect(readdirSync(world.stateDir)).not.toContain('owner-binding.json');
  expect((await core('status')).json).toMatchObject({ initialized: true, bound: false, jkt: before['jkt'] });
});

test('passphrase: key and tokens are encrypted at rest and every command needs it', async () => {
  const env = { SSO_BASE_URL: world.provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress };
  const open = { ...env, AGENT_ID_PASSPHRASE: 'correct horse' };
  const run = (passphrase: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    toolkit.run('agent-id-core', [...args, '--state-dir', world.stateDir], { env: passphrase });
  expect((await run(open, 'bootstrap')).json['ok']).toBe(true);
  const stored =
    readFileSync(join(world.stateDir, 'keys/main.json'), 'utf8') +
    readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8');
  expect(stored).not.toMatch(/PRIVATE KEY|eyJ/);
  expect((await run(open, 'refresh')).json['ok']).toBe(true);
  expect((await run(env, 'refresh')).json['code']).toBe('passphrase_required');
  expect((await run({ ...env, AGENT_ID_PASSPHRASE: 'wrong' }, 'refresh')).json['code']).toBe('wrong_passphrase');
});

test('core init: a passphrase encrypts a key and session stored in plain text', async () => {
  await core('bootstrap');
  const { json: before } = await core('init');
  const { json } = await toolkit.run('agent-id-core', ['init', '--state-dir', world.stateDir], {
    env: { AGENT_ID_PASSPHRASE: 'later' },
  });
  expect(json).toEqual(before);
  const stored =
    readFileSync(join(world.stateDir, 'keys/main.json'), 'utf8') +
    readFileSync(join(world.stateDir, 'owner-session.json'), 'utf8');
  expect(stored).not.toMatch(/PRIVATE KEY|eyJ/);
});

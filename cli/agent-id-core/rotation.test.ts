import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, type ExecutableName, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;

type Json = Readonly<Record<string, unknown>>;
const run = (name: ExecutableName, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  toolkit.run(name, [...args, '--state-dir', stateDir], { cwd: repo, env });
const core = async (...args: readonly string[]): Promise<Json> => (await run('agent-id-core', args)).json;
const sign = (payload = '1') => core('sign', '--type', 't', '--action', 'a', '--payload', payload);
const store = (service: string, credential: string) =>
  run('agent-id-vault', ['store', '--service', service, '--credential-env', 'SECRET'], { SECRET: credential });
const secretOf = async (service: string) => (await run('agent-id-vault', ['get', '--service', service])).json;

beforeEach(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  repo = initRepo(toolkit.scratch());
});

/** Private keys in the clear, in every file of the state directory. */
const privateKeys = (): number =>
  readdirSync(stateDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    .filter((text) => text.includes('PRIVATE KEY')).length;

test('core rotate: the owner approves a new key, and session, vault and trail continue with it', async () => {
  const before = await core('status');
  await sign();
  await store('a', 'secret of a');
  const { json, stderr } = await run('agent-id-core', ['rotate']);
  expect(stderr).toContain('/approve/');
  expect(stderr).toContain('KTR-WDQ');
  const status = await core('status');
  expect(json).toEqual({
    ok: true,
    jkt: status['jkt'],
    previousJkt: before['jkt'],
    ownerSub,
    oldSessionRevoked: true,
    auditSeq: 2,
  });
  expect(status).toMatchObject({ dpopBound: true, ownerSub, nextSeq: 3 });
  expect(status['jkt']).not.toBe(before['jkt']);
  expect(provider.revocations.get(String(before['jkt']))).toBe('rotated');
  expect(await secretOf('a')).toMatchObject({ ok: true, credential: 'secret of a' });
  expect((await core('refresh'))['ok']).toBe(true);
  expect((await sign())['seq']).toBe(3);
  expect(await core('verify')).toMatchObject({ ok: true, operations: 3, keys: [before['jkt'], status['jkt']] });
  expect(privateKeys()).toBe(1);
  expect(readdirSync(stateDir).filter((name) => name.includes('rot') || name.includes('retir'))).toEqual([]);
});

test('core rotate: a proof over several rotations is verified from its file', async () => {
  const jwks = join(toolkit.scratch(), 'jwks.json');
  writeFileSync(jwks, JSON.stringify(provider.jwks()));
  for (let round = 0; round < 3; round++) {
    await sign();
    expect((await core('rotate'))['ok']).toBe(true);
  }
  await sign();
  const proof = join(toolkit.scratch(), 'proof.json');
  const exported = (await run('agent-id-core', ['export-proof'])).stdout;
  writeFileSync(proof, exported);
  const verify = ['verify', '--proof', proof, '--jwks', jwks, '--owner', ownerSub];
  const report = await core(...verify);
  expect(report).toMatchObject({ ok: true, operations: 7, ownerExpected: true });
  expect(report['keys']).toHaveLength(4);
  const edited = JSON.parse(exported) as Record<string, unknown>;
  writeFileSync(proof, JSON.stringify({ ...edited, retiredJwks: [] }));
  expect(JSON.stringify((await core(...verify))['errors'])).toContain('foreign_key');
});

test('git verify: commits before and after a rotation are verified, and by git itself', async () => {
  const commit = () => run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work']);
  const first = (await commit()).json;
  await core('rotate');
  const second = (await commit()).json;
  expect(second['jkt']).not.toBe(first['jkt']);
  for (const { commitHash, jkt } of [first, second]) {
    const { json } = await run('agent-id-git', ['verify', '--commit', String(commitHash), '--owner', ownerSub]);
    expect(json).toMatchObject({ ok: true, jkt, ownerSub });
    git(
      repo,
      '-c',
      `gpg.ssh.allowedSignersFile=${join(stateDir, 'ssh/allowed_signers')}`,
      'verify-commit',
      String(commitHash),
    );
  }
  expect((await run('agent-id-git', ['verify', '--commit', String(first['commitHash'])])).json['keyStatus']).toBe(
    'revoked',
  );
});

test('core rotate: what the new key signs before its succession, or without it, is not accepted', async () => {
  await sign();
  const old = readFileSync(join(stateDir, 'audit/operations.jsonl'), 'utf8');
  await core('rotate');
  await sign();
  const path = join(stateDir, 'audit/operations.jsonl');
  const [first = '', succession = '', last = ''] = readFileSync(path, 'utf8').split('\n');
  expect(`${first}\n`).toBe(old);
  const codes = async (lines: readonly string[]) => {
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    const { errors } = await core('verify');
    return (errors as readonly { readonly code: string }[]).map(({ code }) => code);
  };
  expect(await codes([first])).toEqual(['succession_missing', 'truncated']);
  expect(await codes([first, last])).toEqual(
    expect.arrayContaining(['foreign_key', 'bad_signature', 'succession_missing']),
  );
  const other = (text: string, name: string) =>
    text.replace(new RegExp(`"${name}":"(.)`), (_, one: string) => `"${name}":"${one === 'A' ? 'B' : 'A'}`);
  expect(await codes([first, other(succession, 'nextSignature'), last])).toEqual(
    expect.arrayContaining(['bad_succession', 'bad_signature']),
  );
  expect(await codes([first, succession, last])).toEqual([]);
});

test('core rotate: a deleted list of retired keys is an error of verify', async () => {
  await sign();
  await core('rotate');
  writeFileSync(join(stateDir, 'keys/retired.json'), JSON.stringify({ version: 1, keys: [] }));
  expect(await core('verify')).toMatchObject({ ok: false });
});

test('core rotate: a refused approval changes nothing, and the next run asks again for the same key', async () => {
  const before = await core('status');
  provider.behaviour.decision = 'rejected';
  expect(await core('rotate')).toMatchObject({ ok: false, code: 'auth_rejected' });
  const requestedJkt = provider.lastAuthorize().get('dpop_jkt');
  expect(await core('status')).toEqual(before);
  expect((await sign())['ok']).toBe(true);
  provider.behaviour.decision = 'authorized';
  expect(await core('rotate')).toMatchObject({ ok: true, jkt: requestedJkt });
});

test('core rotate: an approval that comes later is used by the next run, without another link', async () => {
  provider.behaviour.decision = 'pending';
  expect(await core('rotate', '--timeout-sec', '0')).toMatchObject({ code: 'bind_timeout' });
  const authorized = provider.requests.filter((one) => one.endsWith('/oauth/authorize')).length;
  provider.behaviour.decision = 'authorized';
  expect((await core('rotate', '--timeout-sec', '0'))['ok']).toBe(true);
  expect(provider.requests.filter((one) => one.endsWith('/oauth/authorize'))).toHaveLength(authorized);
});

test('core rotate: the approval of another owner is refused, and its session revoked', async () => {
  const before = await core('status');
  provider.behaviour.idTokenClaims = { sub: 'another-owner' };
  expect(await core('rotate')).toMatchObject({ ok: false, code: 'other_owner' });
  const requestedJkt = String(provider.lastAuthorize().get('dpop_jkt'));
  expect(provider.revocations.get(requestedJkt)).toBe('client');
  provider.behaviour.idTokenClaims = {};
  expect(await core('status')).toEqual(before);
  expect((await core('refresh'))['ok']).toBe(true);
});

test('core rotate: a revoked agent names no successor', async () => {
  provider.behaviour.revoked = true;
  expect(await core('rotate')).toMatchObject({ ok: false, code: 'authorization_revoked' });
  expect(existsSync(join(stateDir, '.rotation'))).toBe(false);
});

test('core rotate: an old session that could not be revoked is revoked by the next run', async () => {
  const before = await core('status');
  provider.behaviour.nextResponses.push({ path: '/oauth/revoke', response: 'drop' });
  expect(await core('rotate')).toMatchObject({ ok: true, oldSessionRevoked: false });
  expect(provider.revocations.has(String(before['jkt']))).toBe(false);
  const { jkt } = await core('status');
  expect(await core('rotate')).toEqual({
    ok: true,
    jkt,
    previousJkt: before['jkt'],
    ownerSub,
    oldSessionRevoked: true,
  });
  expect(provider.revocations.get(String(before['jkt']))).toBe('rotated');
  expect(privateKeys()).toBe(1);
});

test('core rotate: a passphrase protects the new key and session too', async () => {
  const env = { AGENT_ID_PASSPHRASE: 'correct horse' };
  await run('agent-id-core', ['init'], env);
  await store('a', 'secret').then(() => run('agent-id-vault', ['store', '--service', 'a', '--credential', 'x'], env));
  expect((await run('agent-id-core', ['rotate'], env)).json).toMatchObject({ ok: true, oldSessionRevoked: true });
  expect(privateKeys()).toBe(0);
  expect((await run('agent-id-core', ['status'])).json['code']).toBe('passphrase_required');
  expect((await run('agent-id-vault', ['get', '--service', 'a'], env)).json['credential']).toBe('x');
});

test('core sign: a key that is rotated meanwhile signs no further entry', async () => {
  const { appendOperation, unbound } = await import('../shared/audit-trail/audit-trail.ts');
  const { requireKeypair } = await import('../shared/keypair/keypair.ts');
  const dir = { path: stateDir, log: () => undefined };
  const old = requireKeypair(dir, undefined);
  await core('rotate');
  const operation = { agentId: 'main', type: 't', action: 'a', payload: 1, meta: null };
  await expect(appendOperation(dir, old, unbound, operation, 1)).rejects.toMatchObject({ code: 'key_rotated' });
  expect((await core('verify'))['ok']).toBe(true);
});

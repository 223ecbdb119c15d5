import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  useToolkit,
  type ExecutableName,
  type RunOptions,
  git,
  initRepo,
} from '../../contract-tests/fixtures/cli/executables.ts';
import { executableNames } from '../../scripts/build-executables.ts';
import { startTestService, type TestService } from '../../contract-tests/fixtures/cli/test-service.ts';
import {
  ownerSub,
  providerAddress,
  startTestProvider,
  type TestProvider,
} from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit(...executableNames);
const helper = join(import.meta.dirname, '../../docs/guides/ssh-agent-signer.mjs');
let folder: string;
let socket: string;
let agent: ChildProcess;
let provider: TestProvider;
let service: TestService;
let stateDir: string;

/** Creates an Ed25519 key that only the ssh-agent holds. @returns command of its signer */
function signerWithKey(name: string): string {
  const path = join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  execFileSync('ssh-add', ['-q', path], { env: { ...process.env, SSH_AUTH_SOCK: socket }, stdio: 'ignore' });
  rmSync(path);
  return `SSH_AUTH_SOCK=${socket} SSH_KEY=${path}.pub ${process.execPath} ${helper}`;
}

beforeAll(async () => {
  // The path of a socket is limited to 107 bytes.
  folder = mkdtempSync(join(tmpdir(), 'signer-'));
  socket = join(folder, 'agent');
  agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  await vi.waitFor(() => execFileSync('test', ['-S', socket]), { timeout: 20_000 });
  [provider, service] = await Promise.all([startTestProvider(), startTestService()]);
});
vi.setConfig({ testTimeout: 180_000 });
afterAll(async () => {
  agent.kill();
  await Promise.all([provider.close(), service.close()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  stateDir = toolkit.scratch();
});

const env = (signer: string | undefined) => ({
  SSO_BASE_URL: provider.url,
  PLATFORM_PROVIDER_ADDRESS: providerAddress,
  ...(signer !== undefined && { AGENT_ID_SIGNER: signer }),
});
const run = (
  signer: string | undefined,
  name: ExecutableName,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
) => toolkit.run(name, [...args, '--state-dir', stateDir], { env: { ...env(signer), ...more } });
const entry = ['sign', '--type', 't', '--action', 'a', '--payload', '1'];

const filesWithPrivateKeys = (): readonly string[] =>
  readdirSync(stateDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path, 'utf8').includes('PRIVATE KEY'));

test('AGENT_ID_SIGNER: a key in ssh-agent signs in, signs entries, calls and commits, and protects the vault', async () => {
  const signer = signerWithKey('whole');
  const spawned = (name: ExecutableName, args: readonly string[], options: RunOptions = {}) =>
    toolkit.spawn(name, [...args, '--state-dir', stateDir], { ...options, env: { ...env(signer), ...options.env } });
  const core = async (...args: readonly string[]) => (await spawned('agent-id-core', args)).json;
  expect(await core('bootstrap')).toMatchObject({ ok: true });
  expect(await core('status')).toMatchObject({ dpopBound: true, ownerSub });
  expect(await core(...entry)).toMatchObject({ ok: true, seq: 1 });
  const call = await spawned('agent-id-auth', ['call', '--url', `${service.url}/echo`]);
  expect(call.json).toMatchObject({ ok: true, status: 200 });

  await spawned('agent-id-vault', ['store', '--service', 'a', '--credential-env', 'S'], { env: { S: 'secret' } });
  expect((await spawned('agent-id-vault', ['get', '--service', 'a'])).json['credential']).toBe('secret');

  const repo = initRepo(toolkit.scratch());
  const setup = await spawned('agent-id-git', ['setup']);
  expect(setup.json).toMatchObject({ ok: true, privateKeyPath: null });
  const commit = await spawned('agent-id-git', ['commit', '--allow-empty', '-m', 'Work'], { cwd: repo });
  expect(commit.json).toMatchObject({ ok: true, signed: true, attested: true });
  expect((await spawned('agent-id-git', ['verify', '--owner', ownerSub], { cwd: repo })).json['ok']).toBe(true);
  git(repo, '-c', `gpg.ssh.allowedSignersFile=${join(stateDir, 'ssh/allowed_signers')}`, 'verify-commit', 'HEAD');

  expect(await core('verify')).toMatchObject({ ok: true, operations: 2 });
  expect(filesWithPrivateKeys()).toEqual([]);
});

test('AGENT_ID_SIGNER: without it the identity can be verified, and nothing can be signed or decrypted', async () => {
  const signer = signerWithKey('without');
  await run(signer, 'agent-id-core', ['init']);
  await run(signer, 'agent-id-core', entry);
  const codeOf = async (name: ExecutableName, ...args: readonly string[]) =>
    (await run(undefined, name, args)).json['code'];
  expect((await run(undefined, 'agent-id-core', ['verify'])).json).toMatchObject({ ok: true, operations: 1 });
  expect(await codeOf('agent-id-core', ...entry)).toBe('signer_required');
  expect(await codeOf('agent-id-vault', 'store', '--service', 'a', '--credential', 'x')).toBe('signer_required');
  expect(await codeOf('agent-id-core', 'rotate')).toBe('signer_required');
});

test('AGENT_ID_SIGNER: beside a private key on disk it is refused by every command that would use the key', async () => {
  const directory = toolkit.scratch();
  const inDirectory = (name: ExecutableName, args: readonly string[], signer?: string) =>
    toolkit.run(name, [...args, '--state-dir', directory], { env: env(signer) });
  await inDirectory('agent-id-core', ['bootstrap']);
  await inDirectory('agent-id-vault', ['store', '--service', 'a', '--credential', 'x']);
  const uses: readonly (readonly [ExecutableName, ...string[]])[] = [
    ['agent-id-core', 'init'],
    ['agent-id-core', 'auth', '--new'],
    ['agent-id-core', 'refresh'],
    ['agent-id-core', 'rotate'],
    ['agent-id-core', 'sign', '--type', 't', '--action', 'a', '--payload', '1'],
    ['agent-id-git', 'setup'],
    ['agent-id-vault', 'get', '--service', 'a'],
    ['agent-id-auth', 'header', '--url', 'https://a.example/'],
  ];
  for (const [name, ...args] of uses)
    expect([name, ...args, (await inDirectory(name, args, 'false')).json['code']]).toEqual([
      name,
      ...args,
      'signer_and_key',
    ]);
});

test('AGENT_ID_SIGNER: another key, a failure or an unusable output is signer_failed', async () => {
  const [signer, other] = [signerWithKey('mine'), signerWithKey('other')];
  await run(signer, 'agent-id-core', ['init']);
  const fail = async (command: string, args: readonly string[] = entry) =>
    (await run(command, 'agent-id-core', args)).json;
  for (const command of [other, 'false', 'echo', '/nonexistent', 'exit 3;'])
    expect(await fail(command)).toMatchObject({ ok: false, code: 'signer_failed' });
  stateDir = toolkit.scratch();
  for (const command of ['false', 'echo', 'cat'])
    expect(await fail(command, ['init'])).toMatchObject({ ok: false, code: 'signer_failed' });
  expect((await run(undefined, 'agent-id-core', ['status'])).json).toMatchObject({ initialized: false });
});

test('AGENT_ID_SIGNER: a passphrase is refused, since the signer protects the key', async () => {
  const signer = signerWithKey('passphrase');
  await run(signer, 'agent-id-core', ['init']);
  const set = await run(signer, 'agent-id-core', ['passphrase', 'set'], { AGENT_ID_NEW_PASSPHRASE: 'x' });
  expect(set.json['code']).toBe('signer_holds_key');
});

test('AGENT_ID_NEW_SIGNER: rotate moves a key from its file to a signer, and from a signer to another', async () => {
  const [first, second] = [signerWithKey('first'), signerWithKey('second')];
  const commands = [undefined, first, second];
  expect((await run(undefined, 'agent-id-core', ['bootstrap'])).json['ok']).toBe(true);
  await run(undefined, 'agent-id-vault', ['store', '--service', 'a', '--credential-env', 'S'], { S: 'secret' });
  for (const [index, next] of [first, second].entries()) {
    const rotated = await run(commands[index], 'agent-id-core', ['rotate'], { AGENT_ID_NEW_SIGNER: next });
    expect(rotated.json).toMatchObject({ ok: true, oldSessionRevoked: true });
    expect((await run(next, 'agent-id-core', ['status'])).json).toMatchObject({ dpopBound: true, ownerSub });
    expect((await run(next, 'agent-id-vault', ['get', '--service', 'a'])).json['credential']).toBe('secret');
  }
  expect(filesWithPrivateKeys()).toEqual([]);
  expect((await run(second, 'agent-id-core', ['verify'])).json).toMatchObject({ ok: true, operations: 2 });
  const same = await run(second, 'agent-id-core', ['rotate'], { AGENT_ID_NEW_SIGNER: second });
  expect(same.json['code']).toBe('signer_failed');
});

test('AGENT_ID_SIGNER: the passphrases of the toolkit do not reach its command', async () => {
  const seen = join(folder, 'environment');
  const spy = join(folder, 'spy.sh');
  writeFileSync(spy, `env > ${seen}; exec ${signerWithKey('spy')} "$@"`.replace('exec ', 'exec env '));
  const args = ['init', '--state-dir', stateDir];
  const { json } = await toolkit.spawn('agent-id-core', args, {
    env: { AGENT_ID_SIGNER: `sh ${spy}`, AGENT_ID_PASSPHRASE: 'top secret' },
  });
  expect(json['ok']).toBe(true);
  expect(readFileSync(seen, 'utf8')).not.toContain('top secret');
});

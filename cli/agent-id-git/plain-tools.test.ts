import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, afterAll } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, gitWithInput, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import fc from 'fast-check';
import { rfc8037Signer, otherSigner } from '../../contract-tests/fixtures/protocol/keys.ts';
import { Failure } from '../shared/failure.ts';
import { openSshPrivateKey, sshPublicKeyBlob, sshString } from '../shared/openssh.ts';
import { decodeBundle, encodeBundle } from './notes.ts';
import { parseCommitObject } from './commit-object.ts';
import { createSshSignature, verifySshSignature } from './ssh-signing.ts';

// git, ssh-keygen and gpg check what the toolkit writes, and the toolkit checks what they write.

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let principal: string;
let repo: string;

const agentGit = (cwd: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', [...args, '--state-dir', stateDir], { cwd });

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  const { json } = await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir]);
  principal = `agent-${String(json['jkt'])}@agent-id.local`;
});
beforeEach(async () => {
  repo = initRepo(toolkit.scratch());
  await agentGit(repo, 'commit', '-m', 'Work', '--allow-empty');
});

const signers = (): string => join(stateDir, 'ssh/allowed_signers');

test('plain git: git verify-commit accepts an agent commit with the allowed signers of setup', () => {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', `gpg.ssh.allowedSignersFile=${signers()}`, 'verify-commit', 'HEAD'],
    { cwd: repo, env: cleanEnv(repo), encoding: 'utf8' },
  );
  expect(stderr).toContain(`Good "git" signature for ${principal}`);
  expect(status).toBe(0);
});

test('plain git: ssh-keygen -Y verify accepts the signature only for this agent in namespace git', () => {
  const object = gitWithInput(repo, '', 'cat-file', 'commit', 'HEAD');
  const header = /^gpgsig (.*\n(?: .*\n)*)/m.exec(object);
  const signature = join(repo, 'commit.sig');
  writeFileSync(signature, (header?.[1] ?? '').replaceAll('\n ', '\n'));
  const verify = (identity: string, namespace: string, input: string) =>
    spawnSync('ssh-keygen', ['-Y', 'verify', '-f', signers(), '-I', identity, '-n', namespace, '-s', signature], {
      input,
      encoding: 'utf8',
    }).status;
  const signed = object.replace(header?.[0] ?? '', '');
  expect(verify(principal, 'git', signed)).toBe(0);
  expect(verify('somebody@else', 'git', signed)).not.toBe(0);
  expect(verify(principal, 'file', signed)).not.toBe(0);
  expect(verify(principal, 'git', `${signed} `)).not.toBe(0);
});

test.runIf(spawnSync('gpg', ['--version']).status === 0)(
  'git verify: a valid OpenPGP signature with copied trailers and proof is refused',
  async () => {
    // A short path: gpg-agent limits the length of socket names.
    const home = mkdtempSync(join(tmpdir(), 'gpg-'));
    const env = { ...cleanEnv(repo), GNUPGHOME: home };
    const run = (file: string, ...args: readonly string[]) =>
      execFileSync(file, args, { cwd: repo, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      const user = 'Mallory <mallory@example.org>';
      run(
        'gpg',
        '--batch',
        '--pinentry-mode',
        'loopback',
        '--passphrase',
        '',
        '--quick-gen-key',
        user,
        'ed25519',
        'sign',
      );
      const note = git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD');
      const message = git(repo, 'log', '-1', '--format=%B');
      run('git', '-c', 'user.signingkey=mallory@example.org', 'commit', '-q', '-S', '--allow-empty', '-m', message);
      run('git', 'verify-commit', 'HEAD');
      git(repo, 'notes', '--ref=refs/notes/agent-id', 'add', '-m', note, 'HEAD');
      const { json, code } = await agentGit(repo, 'verify');
      expect([code, json['code']]).toEqual([1, 'bad_signature']);
    } finally {
      spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
      rmSync(home, { recursive: true, force: true });
    }
  },
);

test('git verify: a valid SSH signature by another key is refused', async () => {
  const key = join(repo, '.git/mallory');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const note = git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD');
  const message = git(repo, 'log', '-1', '--format=%B');
  git(
    repo,
    '-c',
    'gpg.format=ssh',
    '-c',
    `user.signingkey=${key}`,
    'commit',
    '-q',
    '-S',
    '--allow-empty',
    '-m',
    message,
  );
  git(repo, 'notes', '--ref=refs/notes/agent-id', 'add', '-m', note, 'HEAD');
  expect((await agentGit(repo, 'verify')).json['code']).toBe('bad_signature');
});

test('git commit: parallel commits in several worktrees each get commit, proof and audit entry', async () => {
  const trees = ['one', 'two', 'three', 'four'].map((name) => {
    const tree = join(toolkit.scratch(), name);
    git(repo, 'worktree', 'add', '-q', '-b', name, tree);
    return tree;
  });
  const made = await Promise.all(trees.map((tree) => agentGit(tree, 'commit', '-m', 'At once', '--allow-empty')));
  for (const [index, { json }] of made.entries()) {
    expect(json).toMatchObject({ ok: true, proofAttached: true, auditSeq: expect.any(Number) });
    expect(json['commitHash']).toBe(git(trees[index] ?? '', 'rev-parse', 'HEAD'));
    expect((await agentGit(repo, 'verify', '--commit', String(json['commitHash']))).json['ok']).toBe(true);
  }
  expect(new Set(made.map(({ json }) => json['auditSeq'])).size).toBe(trees.length);
  expect((await toolkit.run('agent-id-core', ['verify', '--state-dir', stateDir])).json['ok']).toBe(true);
});

const folder = mkdtempSync(join(tmpdir(), 'agent-id-sshsig-'));
const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
const message = Buffer.from('a commit\n');
let signature: string;

beforeAll(() => {
  const key = join(folder, 'key');
  writeFileSync(key, openSshPrivateKey(seed, rfc8037Signer.publicKey, 'test', 7), { mode: 0o600 });
  writeFileSync(join(folder, 'message'), message);
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-n', 'git', '-f', key, join(folder, 'message')], {
    stdio: 'ignore',
  });
  signature = readFileSync(join(folder, 'message.sig'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('PROTOCOL.sshsig: a signature by ssh-keygen verifies for its message and key only', () => {
  expect(() => verifySshSignature(signature, message, rfc8037Signer.jwk)).not.toThrow();
  expect(() => verifySshSignature(signature, Buffer.from('another\n'), rfc8037Signer.jwk)).toThrow('does not match');
  expect(() => verifySshSignature(signature, message, otherSigner.jwk)).toThrow('another key');
});

test('PROTOCOL.sshsig: a created signature equals that of ssh-keygen', async () => {
  const blob = sshPublicKeyBlob(rfc8037Signer.publicKey);
  const created = await createSshSignature(message, blob, async (bytes) =>
    Buffer.concat([sshString('ssh-ed25519'), sshString(rfc8037Signer.sign(bytes))]),
  );
  expect(created).toBe(signature);
});

/** Yields the signature with one changed byte, truncated and extended. */
const armoured = (blob: Uint8Array): string =>
  `-----BEGIN SSH SIGNATURE-----\n${Buffer.from(blob).toString('base64')}\n-----END SSH SIGNATURE-----\n`;
const blobOf = (text: string): Buffer => Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64');

test('PROTOCOL.sshsig: a signature with a changed, missing or added byte is refused', () => {
  const blob = blobOf(signature);
  expect(() => verifySshSignature(armoured(blob), message, rfc8037Signer.jwk)).not.toThrow();
  for (let index = 0; index < blob.length; index++) {
    const changed = Buffer.from(blob);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => verifySshSignature(armoured(changed), message, rfc8037Signer.jwk), `byte ${index}`).toThrow(Failure);
    expect(() => verifySshSignature(armoured(blob.subarray(0, index)), message, rfc8037Signer.jwk)).toThrow(Failure);
  }
  expect(() =>
    verifySshSignature(armoured(Buffer.concat([blob, Buffer.alloc(1)])), message, rfc8037Signer.jwk),
  ).toThrow(Failure);
});

test('git verify: arbitrary bytes as signature, bundle or commit object fail with a coded error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      expect(() => verifySshSignature(armoured(bytes), message, rfc8037Signer.jwk)).toThrow(Failure);
      expect(() => verifySshSignature(text, message, rfc8037Signer.jwk)).toThrow(Failure);
      expect(() => decodeBundle(text)).toThrow(Failure);
      expect(parseCommitObject(Buffer.from(bytes)).signatures.length).toBeLessThan(300);
    }),
  );
});

test('bundle: encoding and decoding keep the bundle and omit further members of the key', () => {
  const jwk = { ...rfc8037Signer.jwk, d: 'secret' };
  const bundle = { version: 3, id_token: 'a.b.c', agent_jwk: rfc8037Signer.jwk };
  expect(decodeBundle(encodeBundle({ id_token: 'a.b.c', agent_jwk: jwk }))).toEqual(bundle);
  expect(decodeBundle(` ${JSON.stringify(bundle)}\n`)).toEqual(bundle);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/bind-test-agent.ts';
import { cleanEnv, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { git, gitWithInput, initRepo } from '../../contract-tests/fixtures/cli/scratch-repo.ts';
import { useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';

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

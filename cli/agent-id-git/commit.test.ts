import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-git');
const provider = useTestProvider();
let stateDir: string;
let jkt: string;
let repo: string;

const newRepo = (): string => initRepo(toolkit.scratch());
const agentGit = (cwd: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', [...args, '--state-dir', stateDir], { cwd });
const commit = (cwd: string, ...args: readonly string[]) => agentGit(cwd, 'commit', '--allow-empty', ...args);
const trailers = (cwd: string): string[] =>
  git(cwd, 'log', '-1', '--format=%(trailers:only,unfold)').split('\n').filter(Boolean);

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  jkt = String((await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir])).json['jkt']);
});
beforeEach(() => {
  repo = newRepo();
});

test('git setup: writes private key, public key and allowed signers, and prints the owner of a bound agent [B4, B40]', async () => {
  const { json } = await agentGit(repo, 'setup');
  expect(json).toEqual({
    ok: true,
    privateKeyPath: join(stateDir, 'ssh/agent-id'),
    publicKeyPath: join(stateDir, 'ssh/agent-id.pub'),
    allowedSignersPath: join(stateDir, 'ssh/allowed_signers'),
    sshPublicKey: expect.stringMatching(/^ssh-ed25519 [A-Za-z0-9+/=]+$/),
    jkt,
    ownerSub,
  });
  expect(statSync(join(stateDir, 'ssh/agent-id')).mode & 0o777).toBe(0o600);
  expect(statSync(join(stateDir, 'ssh')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(stateDir, 'ssh/allowed_signers'), 'utf8')).toBe(
    `agent-${jkt}@agent-id.local namespaces="git" ${String(json['sshPublicKey'])}\n`,
  );
});

test('git setup: ssh-keygen derives the same public key from the private key file', async () => {
  const { json } = await agentGit(repo, 'setup');
  const derived = execFileSync('ssh-keygen', ['-y', '-f', String(json['privateKeyPath'])], { encoding: 'utf8' });
  expect(derived.split(' ').slice(0, 2).join(' ').trim()).toBe(json['sshPublicKey']);
});

test('git setup: without a keypair the error names agent-id-core init, and --email is an unknown flag [B40]', async () => {
  const empty = toolkit.scratch();
  const { json } = await toolkit.run('agent-id-git', ['setup', '--state-dir', empty]);
  expect(json['error']).toMatch(/^No agent keypair/);
  expect((await agentGit(repo, 'setup', '--email', 'x@y')).json['code']).toBe('unknown_flag');
});

test('git commit: is signed with one of each trailer, the agent as committer and the configured author [B11]', async () => {
  writeFileSync(join(repo, 'a.txt'), 'a');
  git(repo, 'add', 'a.txt');
  const { json, code } = await agentGit(repo, 'commit', '-m', 'Add a');
  const hash = git(repo, 'rev-parse', 'HEAD');
  expect(code).toBe(0);
  expect(json).toEqual({
    ok: true,
    attested: true,
    commitHash: hash,
    signed: true,
    jkt,
    proofAttached: true,
    pushed: false,
    notesPushed: false,
    auditSeq: expect.any(Number),
    signatureShort: expect.any(String),
  });
  expect(trailers(repo)).toEqual([
    `Agent-ID-JKT: ${jkt}`,
    `Agent-ID-Owner: ${ownerSub}`,
    `Co-Authored-By: agent-${jkt.slice(0, 8)} <agent-${jkt}@agent-id.local>`,
  ]);
  expect(git(repo, 'log', '-1', '--format=%an <%ae>|%ce')).toBe(
    `Ada Author <ada@example.org>|agent-${jkt}@agent-id.local`,
  );
});

test('git commit: git verify-commit accepts the signature with the allowed signers of setup', async () => {
  await commit(repo, '-m', 'Signed');
  const signers = join(stateDir, 'ssh/allowed_signers');
  const text = execFileSync('git', ['-c', `gpg.ssh.allowedSignersFile=${signers}`, 'log', '-1', '--format=%G? %GS'], {
    cwd: repo,
    encoding: 'utf8',
    env: cleanEnv(repo),
  });
  expect(text.trim()).toBe(`G agent-${jkt}@agent-id.local`);
});

test('git commit: the note is a v3 bundle, base64url JSON of version, id_token and agent_jwk [B10, B67]', async () => {
  await commit(repo, '-m', 'Proven');
  const note = git(repo, 'notes', '--ref=refs/notes/agent-id', 'show', 'HEAD');
  expect(note).toMatch(/^[A-Za-z0-9_-]+$/);
  const bundle = JSON.parse(Buffer.from(note, 'base64url').toString());
  expect(Object.keys(bundle)).toEqual(['version', 'id_token', 'agent_jwk', 'attestation']);
  expect(bundle.version).toBe(3);
});

test('git commit: the audit trail records the commit', async () => {
  const { json } = await commit(repo, '-m', 'Logged');
  const { json: proof } = await toolkit.run('agent-id-core', ['export-proof', '--state-dir', stateDir]);
  expect(proof['operations']).toContainEqual(
    expect.objectContaining({
      envelope: expect.objectContaining({
        seq: json['auditSeq'],
        ownerSub,
        payload: { commitHash: json['commitHash'] },
      }),
    }),
  );
});

test.each([
  ['forged trailers', 'Subject\n\nBody\n\nAgent-ID-JKT: forged\nAgent-ID-Owner: forged\nAgent-ID-JKT: again', 'Body'],
  ['other trailers', 'Subject\n\nSigned-off-by: Ada <ada@example.org>\nCo-Authored-By: Bob <bob@example.org>', 'Bob'],
  ['a subject that looks like a trailer', 'fix: something', 'fix: something'],
  ['a line of three dashes', 'Subject\n\nbefore\n---\nafter', 'after'],
  ['a line that begins with #', 'Subject\n\n#12 is fixed', '#12 is fixed'],
  ['quotes, dollars and emoji', 'Say "$HOME" \u{1f980}\n\n`id`', '"$HOME" \u{1f980}'],
  ['Windows line endings', 'Subject\r\n\r\nBody\r\n', 'Body'],
])('git commit: a message with %s keeps its text and has one of each trailer', async (_case, message, kept) => {
  const { json } = await commit(repo, `--message=${message}`);
  expect(json['ok']).toBe(true);
  expect(git(repo, 'log', '-1', '--format=%B')).toContain(kept);
  expect(trailers(repo).filter((line) => /^agent-id-(jkt|owner):/i.test(line))).toEqual([
    `Agent-ID-JKT: ${jkt}`,
    `Agent-ID-Owner: ${ownerSub}`,
  ]);
  expect((await agentGit(repo, 'verify')).json['ok']).toBe(true);
});

test('git commit: several -m are joined with blank lines, as git does', async () => {
  const parts = ['-m', 'Subject', '--message', 'First paragraph', '-m', 'Second paragraph'];
  await commit(repo, ...parts);
  expect(git(repo, 'log', '-1', '--format=%B').split('\n\n').slice(0, 3)).toEqual([
    'Subject',
    'First paragraph',
    'Second paragraph',
  ]);
  const plain = newRepo();
  git(plain, 'commit', '-q', '--allow-empty', ...parts);
  expect(git(repo, 'log', '-1', '--format=%B')).toContain(git(plain, 'log', '-1', '--format=%B'));
});

test.each(['-F', '--file'])('git commit: %s reads the message from a file', async (flag) => {
  const file = join(toolkit.scratch(), 'message');
  writeFileSync(file, 'Subject\n\nBody\n');
  expect((await commit(repo, flag, file)).json).toMatchObject({ ok: true });
  expect(git(repo, 'log', '-1', '--format=%B')).toMatch(/^Subject\n\nBody\n\nAgent-ID-JKT: /);
});

test('git commit: -F - reads the message from stdin', async () => {
  const args = ['commit', '--allow-empty', '-F', '-', '--state-dir', stateDir];
  expect((await toolkit.spawn('agent-id-git', args, { cwd: repo, stdin: 'From stdin\n' })).json['ok']).toBe(true);
  expect(git(repo, 'log', '-1', '--format=%s')).toBe('From stdin');
});

test.each([
  ['neither -m nor -F', [], 'missing_flag', '--message or --file'],
  ['-m and -F', ['-m', 'x', '-F', 'y'], 'invalid_flag', 'not both'],
  ['-F with a missing file', ['-F', '/nonexistent'], 'unreadable_file', '--file'],
  ['two --remote', ['-m', 'x', '--remote=a', '--remote=b'], 'repeated_flag', '--remote'],
])('git commit: %s is refused and HEAD stays', async (_case, args, failure, reason) => {
  await commit(repo, '-m', 'First');
  const head = git(repo, 'rev-parse', 'HEAD');
  const { json, code } = await commit(repo, ...args);
  expect([code, json['code'], json['error']]).toEqual([1, failure, expect.stringContaining(reason)]);
  expect(git(repo, 'rev-parse', 'HEAD')).toBe(head);
});

test("git commit: the user's own signer and trailer settings have no effect", async () => {
  for (const [name, value] of [
    ['gpg.format', 'openpgp'],
    ['gpg.program', '/bin/false'],
    ['gpg.ssh.program', '/bin/false'],
    ['user.signingkey', 'ABCDEF'],
    ['commit.gpgsign', 'true'],
    ['commit.cleanup', 'scissors'],
    ['trailer.separators', '#'],
    ['trailer.ifexists', 'doNothing'],
    ['trailer.Agent-ID-Owner.ifmissing', 'doNothing'],
    ['trailer.Co-Authored-By.where', 'start'],
    ['core.abbrev', '4'],
  ] as const) {
    git(repo, 'config', name, value);
  }
  expect((await commit(repo, '-m', 'Signed all the same')).json['ok']).toBe(true);
  expect((await agentGit(repo, 'verify')).json['ok']).toBe(true);
});

test('git commit: a configuration that renames a trailer is refused before the commit is created', async () => {
  git(repo, 'config', 'trailer.Agent-ID-JKT.key', 'Other: ');
  const { json } = await commit(repo, '-m', 'Renamed');
  expect(json['code']).toBe('bad_message');
  expect(() => git(repo, 'rev-parse', '--verify', 'HEAD')).toThrow();
});

test('git commit: the agent is the author when git has no configured user', async () => {
  git(repo, 'config', '--unset', 'user.name');
  git(repo, 'config', '--unset', 'user.email');
  expect((await commit(repo, '-m', 'Alone')).json['ok']).toBe(true);
  expect(git(repo, 'log', '-1', '--format=%ae')).toBe(`agent-${jkt}@agent-id.local`);
});

test('git commit: works in a linked worktree and on a detached HEAD', async () => {
  await commit(repo, '-m', 'Base');
  const tree = join(toolkit.scratch(), 'tree');
  git(repo, 'worktree', 'add', '-q', '--detach', tree);
  const { json } = await commit(tree, '-m', 'In a worktree');
  expect(json['commitHash']).toBe(git(tree, 'rev-parse', 'HEAD'));
  expect((await agentGit(repo, 'verify', '--commit', String(json['commitHash']))).json['ok']).toBe(true);
});

test('git commit: works in a SHA-256 repository', async () => {
  const modern = toolkit.scratch();
  git(modern, 'init', '-q', '--object-format=sha256');
  const { json } = await commit(modern, '-m', 'Long names');
  expect(json['commitHash']).toMatch(/^[0-9a-f]{64}$/);
  expect((await agentGit(modern, 'verify')).json).toMatchObject({ ok: true, commit: json['commitHash'] });
});

test('git commit: works in a submodule', async () => {
  const inner = newRepo();
  await commit(inner, '-m', 'Inner base');
  git(repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
  expect((await commit(join(repo, 'sub'), '-m', 'In a submodule')).json['ok']).toBe(true);
});

function hook(name: string, script: string): void {
  const path = join(repo, '.git/hooks', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

test('git commit: a hook may add a trailer, and the message of a failing hook is quoted', async () => {
  hook('commit-msg', 'echo "Change-Id: I1" >> "$1"; echo "noise [x 0000000000000000000000000000000000000000] y"');
  expect((await commit(repo, '-m', 'Hooked')).json['ok']).toBe(true);
  hook('pre-commit', 'echo "no commits today" >&2; exit 1');
  const { json, code } = await commit(repo, '-m', 'Refused');
  expect(code).toBe(1);
  expect(json['error']).toContain('no commits today');
});

test('git commit: a hook that changes a provenance trailer fails with commit_altered', async () => {
  hook('commit-msg', 'echo "Agent-ID-Owner: somebody" >> "$1"');
  const { json } = await commit(repo, '-m', 'Altered');
  expect(json).toMatchObject({ ok: false, code: 'commit_altered', commitHash: git(repo, 'rev-parse', 'HEAD') });
});

test.each([
  ['nothing to commit', ['-m', 'x'], 'git_failed', 'nothing to commit'],
  ['an empty message', ['-m', ' '], 'bad_message', 'empty'],
  ['a remote that is a flag', ['-m', 'x', '--remote=--upload-pack=x'], 'invalid_flag', '--remote'],
])('git commit: %s fails with a reason', async (_case, args, failure, reason) => {
  const { json, code } = await agentGit(repo, 'commit', ...args);
  expect(code).toBe(1);
  expect(json['code']).toBe(failure);
  expect(json['error']).toContain(reason);
});

test('git commit: outside a repository the error quotes git', async () => {
  const { json } = await commit(toolkit.scratch(), '-m', 'x');
  expect(json['error']).toContain('not a git repository');
});

test('git commit: without a bound session the error names auth and bind [B41, B61]', async () => {
  const unbound = toolkit.scratch();
  await toolkit.run('agent-id-core', ['init', '--state-dir', unbound]);
  const { json } = await toolkit.run('agent-id-git', ['commit', '-m', 'x', '--state-dir', unbound], { cwd: repo });
  expect(json['error']).toMatch(/^No owner session.*auth.*bind/);
});

test('git commit: with a passphrase the SSH key file is encrypted and still signs', async () => {
  const env = { AGENT_ID_PASSPHRASE: 'correct horse' };
  const other = await bindTestAgent(toolkit, provider);
  const run = (...args: readonly string[]) =>
    toolkit.run('agent-id-git', [...args, '--state-dir', other], { cwd: repo, env });
  expect((await run('setup')).stderr).toContain('stored in plain text');
  await toolkit.run('agent-id-core', ['init', '--state-dir', other], { env });
  expect(existsSync(join(other, 'ssh/agent-id'))).toBe(false);
  expect((await run('commit', '-m', 'Protected', '--allow-empty')).json).toMatchObject({ ok: true });
  expect((await run('verify')).json['ok']).toBe(true);
  expect(readdirSync(join(other, 'ssh')).sort()).toEqual(['agent-id', 'agent-id.pub', 'allowed_signers']);
  rmSync(join(other, 'ssh/agent-id.pub'));
  expect(() =>
    execFileSync('ssh-keygen', ['-y', '-P', '', '-f', join(other, 'ssh/agent-id')], { stdio: 'ignore' }),
  ).toThrow();
});

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit('agent-id-git');
const provider = useTestProvider();
let stateDir: string;
let repo: string;

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});
beforeEach(() => {
  repo = initRepo(toolkit.scratch());
  const hook = `#!/bin/sh\nexec '${process.execPath}' '${toolkit.path('agent-id-git')}' hook post-commit\n`;
  writeFileSync(join(repo, '.git/hooks/post-commit'), hook, { mode: 0o755 });
});

/** Runs git as a host of agents does, with its environment. The provider runs in this process. */
const runGit = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  promisify(execFile)('git', args, {
    cwd: repo,
    env: { ...cleanEnv(repo), AGENT_ID_STATE_DIR: stateDir, ...env },
  });
async function commit(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  await runGit(env, 'commit', '-q', ...args);
  return git(repo, 'log', '-1', '--format=%B');
}
const verify = async () => (await toolkit.run('agent-id-git', ['verify', '--state-dir', stateDir], { cwd: repo })).json;

test('git hook post-commit: a plain git commit of an agent becomes a signed one, with the same message and content', async () => {
  writeFileSync(join(repo, 'a'), 'a');
  writeFileSync(join(repo, 'b'), 'b');
  git(repo, 'add', 'a', 'b');
  // Only one of two staged files.
  await commit({ AGENT_ID_COMMITS: 'sign' }, '-m', 'Add a', '-m', 'For its sake.', 'a');
  expect(await verify()).toMatchObject({ ok: true, ownerSub: expect.any(String) });
  expect(git(repo, 'log', '--format=%B')).toMatch(/^Add a\n\nFor its sake\.\n\nAgent-ID-JKT: /);
  expect(git(repo, 'ls-tree', '--name-only', 'HEAD')).toBe('a');
  expect(git(repo, 'diff', '--cached', '--name-only')).toBe('b');
  expect(git(repo, 'rev-list', '--count', 'HEAD')).toBe('1');
});

test('git hook post-commit: a commit of agent-id-git is signed once, and its report names HEAD', async () => {
  writeFileSync(join(repo, 'a'), 'a');
  git(repo, 'add', 'a');
  const env = { AGENT_ID_COMMITS: 'sign', AGENT_ID_STATE_DIR: stateDir };
  const { json } = await toolkit.run('agent-id-git', ['commit', '--message', 'Add a'], { cwd: repo, env });
  expect(json).toMatchObject({ ok: true, commitHash: git(repo, 'rev-parse', 'HEAD') });
  expect(git(repo, 'reflog', '--format=%gs')).toBe('commit (initial): Add a');
});

test('git hook post-commit: commits that git picks, reverts, rebases and merges are signed, and keep their author', async () => {
  const env = { AGENT_ID_COMMITS: 'sign' };
  await commit({}, '--allow-empty', '-m', 'First');
  git(repo, 'checkout', '-q', '-b', 'topic');
  for (const name of ['a', 'b']) {
    writeFileSync(join(repo, name), name);
    git(repo, 'add', name);
    await commit(
      {},
      '-m',
      `Add ${name}`,
      '--author',
      'Somebody <somebody@example.test>',
      '--date',
      '@1700000000 +0200',
    );
  }
  git(repo, 'checkout', '-q', '-b', 'picked', 'topic~2');
  await runGit(env, 'cherry-pick', 'topic~1', 'topic');
  await runGit(env, 'revert', '--no-edit', 'HEAD~1');
  git(repo, 'checkout', '-q', 'topic');
  await runGit(env, 'rebase', '--force-rebase', 'topic~2');
  git(repo, 'checkout', '-q', '-b', 'merged', 'topic~2');
  await runGit(env, 'merge', '--no-commit', '--no-ff', 'topic');
  await runGit(env, 'commit', '--no-edit');
  for (const [range, count] of [
    ['topic~2..picked', 3],
    ['topic~2..topic', 2],
    ['topic..merged', 1],
  ] as const) {
    const args = ['verify', '--range', range, '--state-dir', stateDir];
    const { json } = await toolkit.run('agent-id-git', args, { cwd: repo });
    expect(json, range).toMatchObject({ ok: true, verified: count });
  }
  expect(git(repo, 'log', '--format=%an %ad', '--date=raw', 'topic~2..topic')).toBe(
    'Somebody 1700000000 +0200\nSomebody 1700000000 +0200',
  );
  expect(git(repo, 'status', '--porcelain', '--branch')).toBe('## merged');
});

test('git hook post-commit: the signature of a person does not become a part of the message', async () => {
  const key = join(repo, 'person');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingKey', key],
    ['commit.gpgSign', 'true'],
    ['log.showSignature', 'true'],
  ] as const)
    git(repo, 'config', name, value);
  await runGit({ AGENT_ID_COMMITS: 'sign' }, 'commit', '-q', '--allow-empty', '-m', 'Add a');
  expect(git(repo, 'cat-file', 'commit', 'HEAD')).toMatch(/\n\nAdd a\n\nAgent-ID-JKT: /);
});

test('git hook post-commit: without AGENT_ID_COMMITS=sign, a commit of a person stays as it is', async () => {
  expect(await commit({}, '--allow-empty', '-m', 'By hand')).toBe('By hand');
  expect(await verify()).toMatchObject({ ok: false });
});

test('git hook post-commit: without an identity the commit stays as it is, and git succeeds', async () => {
  const env = { AGENT_ID_COMMITS: 'sign', AGENT_ID_STATE_DIR: join(repo, 'none') };
  expect(await commit(env, '--allow-empty', '-m', 'Unsigned')).toBe('Unsigned');
});

test('git hook post-commit: a provider that does not respond delays git by seconds only, and the commit is signed', async () => {
  for (const path of ['/oauth/userinfo', '/api/v1/attestations'])
    provider.behaviour.nextResponses.push({ path, response: 'silence' });
  const started = performance.now();
  await commit({ AGENT_ID_COMMITS: 'sign' }, '--allow-empty', '-m', 'Away');
  // Ten seconds, and the start of processes on a loaded machine.
  expect(performance.now() - started).toBeLessThan(18_000);
  expect(await verify()).toMatchObject({ ok: true });
});

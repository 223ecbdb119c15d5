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

/** Commits as a host of agents does, with its environment. The provider runs in this process. */
async function commit(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  await promisify(execFile)('git', ['commit', '-q', ...args], {
    cwd: repo,
    env: { ...cleanEnv(repo), AGENT_ID_STATE_DIR: stateDir, ...env },
  });
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

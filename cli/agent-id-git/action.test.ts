import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/bind-test-agent.ts';
import { cleanEnv, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { git, initRepo } from '../../contract-tests/fixtures/cli/scratch-repo.ts';
import { ownerSub, startTestProvider, type TestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';

// The script of the GitHub Action, as a runner executes it in a checkout.

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

const action: Action = parse(readFileSync(join(import.meta.dirname, 'action/action.yml'), 'utf8'));
const toolkit = useToolkit('agent-id-git');
let provider: TestProvider;
let stateDir: string;
let folder: string;
let repo: string;
let remote: string;

beforeAll(async () => {
  provider = await startTestProvider();
  stateDir = await bindTestAgent(toolkit, provider);
  folder = toolkit.scratch();
  mkdirSync(join(folder, 'bin'));
  copyFileSync(toolkit.path('agent-id-git'), join(folder, 'bin/cli.mjs'));
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify(provider.jwks()));
});
afterAll(() => provider.close());
beforeEach(() => {
  [remote, repo] = [toolkit.scratch(), initRepo(toolkit.scratch())];
  git(remote, 'init', '-q', '--bare', '-b', 'main');
  git(repo, 'remote', 'add', 'origin', remote);
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'Begin');
});

const commit = () =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work', '--state-dir', stateDir], { cwd: repo });

/** Pushes everything, clones it, and runs the step there. */
async function runAction(owner: string, inputs: Readonly<Record<string, string>> = {}) {
  git(repo, 'push', '-q', 'origin', 'refs/heads/*', 'refs/notes/*');
  const checkout = toolkit.scratch();
  git(checkout, 'clone', '-q', remote, '.');
  const policy = { owners: [owner], trustedIssuers: [provider.url], require: 'signed' };
  writeFileSync(join(checkout, 'policy.json'), JSON.stringify(policy));
  const stepInputs: Readonly<Record<string, string>> = {
    range: 'HEAD~1..HEAD',
    policy: 'policy.json',
    jwks: '',
    ...inputs,
  };
  const [step] = action.runs.steps;
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
    name,
    stepInputs[/^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? ''] ?? '',
  ]);
  return new Promise<{ readonly code: number; readonly json: unknown }>((resolve) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''],
      {
        cwd: checkout,
        env: { ...cleanEnv(checkout), ...Object.fromEntries(env), GITHUB_ACTION_PATH: join(folder, 'action') },
      },
      (error, stdout) => resolve({ code: error === null ? 0 : 1, json: JSON.parse(stdout || 'null') }),
    );
  });
}

test('GitHub Action: the commit of an expected owner passes, with and without network', async () => {
  await commit();
  expect(await runAction(ownerSub)).toMatchObject({ code: 0, json: { ok: true, verified: 1 } });
  expect(await runAction(ownerSub, { jwks: join(folder, 'jwks.json') })).toMatchObject({ code: 0, json: { ok: true } });
});

test('GitHub Action: the commit of another owner fails the step', async () => {
  await commit();
  const { code, json } = await runAction('f'.repeat(32));
  expect([code, json]).toMatchObject([1, { ok: false, commits: [{ code: 'owner_not_expected' }] }]);
});

test('GitHub Action: a repository without commits of agents passes a policy of signed commits', async () => {
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'By hand');
  expect(await runAction(ownerSub)).toMatchObject({ code: 0, json: { ok: true, skipped: 1 } });
});

test('GitHub Action: every input reaches the step', () => {
  const used = Object.values(action.runs.steps[0]?.env ?? {}).join(' ');
  for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} `);
});

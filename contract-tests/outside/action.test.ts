import { execFile, execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { artefacts } from './machine.ts';
import { bindTestAgent } from '../fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../fixtures/cli/executables.ts';
import { ownerSub, startTestProvider } from '../fixtures/cli/test-provider.ts';
import { useStarted } from '../fixtures/use-started.ts';

// The script of the GitHub Action, as a runner executes it in a checkout. Of the action, the runner has what git has.

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Readonly<Record<string, string>>; readonly run: string }[];
  };
}

const source = join(import.meta.dirname, '../../cli/agent-id-git/action');
const action: Action = parse(readFileSync(join(source, 'action.yml'), 'utf8'));
const toolkit = useToolkit('agent-id-git');
const provider = useStarted(startTestProvider);
let stateDir: string;
let folder: string;
/** Serves the archives of releases, as the forge does. */
let releases: Server;
const downloads: string[] = [];
const archive = join(artefacts, readdirSync(artefacts).find((name) => name.startsWith('platform-agent-id-git-')) ?? '');
let repo: string;
let remote: string;

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  folder = toolkit.scratch();
  cpSync(source, join(folder, 'action'), { recursive: true });
  releases = createServer((request, response) => {
    downloads.push(request.url ?? '');
    response.end(readFileSync(archive));
  });
  await new Promise<void>((listening) => releases.listen(0, '127.0.0.1', listening));
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify(provider.jwks()));
});
afterAll(() => releases.close());
beforeEach(() => {
  [remote, repo] = [toolkit.scratch(), initRepo(toolkit.scratch())];
  git(remote, 'init', '-q', '--bare', '-b', 'main');
  git(repo, 'remote', 'add', 'origin', remote);
  stagePolicy(ownerSub);
  git(repo, 'commit', '-q', '-m', 'Begin');
});

function stagePolicy(owner: string): void {
  const policy = { owners: [owner], trustedIssuers: [provider.url], require: 'signed' };
  writeFileSync(join(repo, 'policy.json'), JSON.stringify(policy));
  git(repo, 'add', 'policy.json');
}

const commit = () =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work', '--state-dir', stateDir], { cwd: repo });

/** Pushes everything, clones it, and runs the step there. */
async function runAction(inputs: Readonly<Record<string, string>> = {}, actionPath = join(folder, 'action')) {
  git(repo, 'push', '-q', 'origin', 'refs/heads/*', 'refs/notes/*');
  const checkout = toolkit.scratch();
  git(checkout, 'clone', '-q', remote, '.');
  const stepInputs: Readonly<Record<string, string>> = {
    range: 'HEAD~1..HEAD',
    policy: 'policy.json',
    jwks: '',
    ...inputs,
  };
  const [step] = action.runs.steps;
  const { port } = releases.address() as AddressInfo;
  const contexts: Readonly<Record<string, string>> = {
    'github.server_url': `http://127.0.0.1:${port}`,
    'github.action_repository': 'platform/platform',
    'github.action_ref': 'v1',
    ...Object.fromEntries(Object.entries(stepInputs).map(([name, value]) => [`inputs.${name}`, value])),
  };
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ ([\w.]+) \}\}/g, (_expression, context: string) => contexts[context] ?? ''),
  ]);
  return new Promise<{ readonly code: number; readonly json: unknown }>((resolve) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''],
      {
        cwd: checkout,
        env: { ...cleanEnv(checkout), ...Object.fromEntries(env), GITHUB_ACTION_PATH: actionPath },
      },
      (error, stdout) => resolve({ code: error === null ? 0 : 1, json: JSON.parse(stdout || 'null') }),
    );
  });
}

test('GitHub Action: from a tag of the repository it runs the package of that release', async () => {
  await commit();
  expect(await runAction()).toMatchObject({ code: 0, json: { ok: true, verified: 1 } });
  const asset = archive.slice(artefacts.length + 1);
  expect(downloads).toContain(`/platform/platform/releases/download/v1/${asset}`);
});

test('GitHub Action: with a named package it passes without network, with the keys of the provider', async () => {
  await commit();
  const inputs = { package: archive, jwks: join(folder, 'jwks.json') };
  expect(await runAction(inputs)).toMatchObject({ code: 0, json: { ok: true } });
});

test('GitHub Action: from an unpacked package it runs the program of the package', async () => {
  await commit();
  const unpacked = toolkit.scratch();
  execFileSync('tar', ['xzf', archive], { cwd: unpacked });
  const before = downloads.length;
  expect(await runAction({}, join(unpacked, 'package/action'))).toMatchObject({
    code: 0,
    json: { ok: true },
  });
  expect(downloads).toHaveLength(before);
});

test('GitHub Action: the commit of another owner fails the step', async () => {
  stagePolicy('f'.repeat(32));
  git(repo, 'commit', '-q', '-m', 'Another owner');
  await commit();
  const { code, json } = await runAction();
  expect([code, json]).toMatchObject([1, { ok: false, commits: [{ code: 'owner_not_expected' }] }]);
});

test('GitHub Action: a pull request that names its owner in the policy is verified by the policy of its base', async () => {
  stagePolicy('f'.repeat(32));
  git(repo, 'commit', '-q', '-m', 'Another owner');
  stagePolicy(ownerSub);
  await commit();
  const { code, json } = await runAction();
  expect([code, json]).toMatchObject([1, { ok: false, commits: [{ code: 'owner_not_expected' }] }]);
});

test('GitHub Action: a policy or a key set that the base does not have fails the step', async () => {
  writeFileSync(join(repo, 'new.json'), '{}');
  git(repo, 'add', 'new.json');
  await commit();
  expect(await runAction({ policy: 'new.json' })).toEqual({ code: 1, json: null });
  expect(await runAction({ jwks: 'new.json' })).toEqual({ code: 1, json: null });
});

test('GitHub Action: a repository without commits of agents passes a policy of signed commits', async () => {
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'By hand');
  expect(await runAction()).toMatchObject({ code: 0, json: { ok: true, skipped: 1 } });
});

test('GitHub Action: every input reaches the step', () => {
  const used = Object.values(action.runs.steps[0]?.env ?? {}).join(' ');
  for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} `);
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { providerAddress } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let bound: string;
let stateDir: string;
let repo: string;

interface Diagnosis {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly advice: string | null }[];
}

async function doctor(env: Readonly<Record<string, string>> = {}, now = Date.now): Promise<Diagnosis> {
  const settings = { SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress, ...env };
  const { json } = await toolkit.run('agent-id-core', ['doctor', '--state-dir', stateDir], {
    env: settings,
    cwd: repo,
    now,
  });
  return json as unknown as Diagnosis;
}
/** Names and advice of the checks that fail. */
const problems = ({ checks }: Diagnosis) =>
  checks.filter(({ ok }) => !ok).map(({ name, advice }) => [name, advice] as const);

beforeAll(async () => {
  bound = await bindTestAgent(toolkit, provider);
});
beforeEach(() => {
  stateDir = bound;
  repo = initRepo(toolkit.scratch());
});

test('core doctor: every check passes where the toolkit works', async () => {
  expect(await doctor()).toEqual({
    ok: true,
    checks: ['state-directory', 'git', 'ssh-keygen', 'provider', 'clock', 'default-provider', 'session', 'notes'].map(
      (name) => ({ name, ok: true, advice: null }),
    ),
  });
});

test.each([
  ['revoked', 'agent-id-core bootstrap'],
  ['paused', 'paused'],
] as const)('core doctor: an agent that its owner %s is found, with advice', async (state, advice) => {
  provider.behaviour[state] = true;
  expect(problems(await doctor())).toEqual([['session', expect.stringContaining(advice)]]);
});

test.each([
  ['a clock an hour ahead', {}, 3_600_000, 'clock', '(3599|36[0-9]{2}) s ahead'],
  ['a clock an hour behind', {}, -3_600_000, 'clock', 'behind'],
])('core doctor: %s is found, with advice', async (_case, env, shift, name, advice) => {
  const found = await doctor(env, () => Date.now() + shift);
  expect(found.ok).toBe(false);
  expect(problems(found)).toEqual([[name, expect.stringMatching(new RegExp(advice))]]);
});

test('core doctor: no default provider is found before the agent is bound, with advice', async () => {
  stateDir = join(toolkit.scratch(), 'state');
  await toolkit.run('agent-id-core', ['init', '--state-dir', stateDir]);
  const found = problems(await doctor({ PLATFORM_PROVIDER_ADDRESS: '' }));
  expect(found).toEqual([['default-provider', expect.stringContaining('PLATFORM_PROVIDER_ADDRESS')]]);
});

test('core doctor: a bound agent needs no setting, its session names the provider', async () => {
  expect(problems(await doctor({ SSO_BASE_URL: '', PLATFORM_PROVIDER_ADDRESS: '' }))).toEqual([]);
});

test('core doctor: an unreachable provider is found, and the exit code is 1', async () => {
  const found = problems(await doctor({ SSO_BASE_URL: 'http://127.0.0.1:9' }));
  expect(found.map(([name]) => name)).toEqual(['provider', 'clock']);
  const { code } = await toolkit.run('agent-id-core', [
    'doctor',
    '--sso-url',
    'http://127.0.0.1:9',
    '--state-dir',
    stateDir,
  ]);
  expect(code).toBe(1);
});

test('core doctor: missing git and ssh-keygen, and an old git, are found', async () => {
  const folder = toolkit.scratch();
  const without = await doctor({ PATH: folder });
  expect(problems(without).map(([name]) => name)).toEqual(['git', 'ssh-keygen']);
  writeFileSync(join(folder, 'git'), '#!/bin/sh\necho git version 2.30.2\n', { mode: 0o755 });
  expect(problems(await doctor({ PATH: folder }))[0]).toEqual(['git', expect.stringContaining('2.30')]);
});

test('core doctor: proofs that the remote lacks are found', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare');
  git(repo, 'remote', 'add', 'origin', remote);
  expect((await doctor()).ok).toBe(true);
  await toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work', '--state-dir', stateDir], { cwd: repo });
  expect(problems(await doctor())).toEqual([['notes', expect.stringContaining('agent-id-git sync')]]);
  await toolkit.run('agent-id-git', ['sync', '--state-dir', stateDir], { cwd: repo });
  expect((await doctor()).ok).toBe(true);
});

test('core doctor: a missing identity and an unsafe state directory are found', async () => {
  const bound = stateDir;
  stateDir = join(toolkit.scratch(), 'missing');
  expect(problems(await doctor())).toEqual([['state-directory', expect.stringContaining('agent-id-core init')]]);
  mkdirSync(stateDir);
  expect(problems(await doctor())).toEqual([['state-directory', expect.stringContaining('no key yet')]]);
  const link = join(toolkit.scratch(), 'link');
  symlinkSync(bound, link);
  stateDir = link;
  expect(problems(await doctor())).toEqual([['state-directory', expect.stringContaining('symbolic link')]]);
  stateDir = bound;
});

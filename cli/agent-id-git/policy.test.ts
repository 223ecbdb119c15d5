import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit('agent-id-git');
const otherOwner = 'f'.repeat(32);
const provider = useTestProvider();
let stateDir: string;
let otherAgent: string;
let jkt: string;
let repo: string;

const commit = (subject: string, dir = stateDir) =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', subject, '--state-dir', dir], { cwd: repo });
const verify = (...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['verify', '--state-dir', stateDir, ...args], { cwd: repo });
const plainCommit = (...more: readonly string[]) =>
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'By hand', ...more);
const policyFile = (policy: unknown): string => {
  const file = join(toolkit.scratch(), 'policy.json');
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  return file;
};

function pushAsync(cwd: string, args: readonly string[]) {
  return new Promise<{ readonly status: number; readonly stderr: string }>((resolve) => {
    execFile('git', args, { cwd, env: cleanEnv(cwd) }, (error, _stdout, stderr) =>
      resolve({ status: error ? 1 : 0, stderr }),
    );
  });
}

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  provider.behaviour.idTokenClaims = { sub: otherOwner };
  otherAgent = await bindTestAgent(toolkit, provider);
  provider.behaviour.idTokenClaims = {};
  jkt = String((await toolkit.run('agent-id-core', ['status', '--state-dir', stateDir])).json['jkt']);
});
beforeEach(async () => {
  repo = initRepo(toolkit.scratch());
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'Start');
  await commit('Work');
});

test('git verify: ownerExpected is null without an expectation and true for a match', async () => {
  expect((await verify()).json).toMatchObject({ ok: true, ownerExpected: null });
  expect((await verify('--owner', otherOwner, '--owner', ownerSub)).json).toMatchObject({
    ok: true,
    ownerExpected: true,
  });
  expect((await verify('--jkt', jkt)).json).toMatchObject({ ok: true, ownerExpected: true });
});

test.each([
  ['--owner', otherOwner],
  ['--jkt', 'A'.repeat(43)],
])('git verify: %s with another value fails with owner_not_expected', async (flag, value) => {
  const { json, code } = await verify(flag, value);
  expect([code, json['ok'], json['code']]).toEqual([1, false, 'owner_not_expected']);
  expect(json).toMatchObject({ ownerSub, jkt });
});

test('git verify: a valid commit of another owner of the same provider is refused', async () => {
  await commit('By another agent', otherAgent);
  expect((await verify()).json).toMatchObject({ ok: true, ownerSub: otherOwner, ownerExpected: null });
  expect((await verify('--owner', ownerSub)).json['code']).toBe('owner_not_expected');
});

test('git verify: --policy replaces the flags', async () => {
  const policy = (owners: readonly string[]) => policyFile({ owners, trustedIssuers: [provider.url], require: 'all' });
  const verifyElsewhere = (...args: readonly string[]) =>
    toolkit.run('agent-id-git', ['verify', '--state-dir', toolkit.scratch(), ...args], { cwd: repo });
  expect((await verifyElsewhere('--policy', policy([ownerSub]))).json).toMatchObject({ ok: true, ownerExpected: true });
  expect((await verifyElsewhere('--policy', policy([otherOwner]))).json['code']).toBe('owner_not_expected');
  expect((await verifyElsewhere('--policy', policyFile({}))).json['code']).toBe('untrusted_issuer');
});

test.each([
  ['an unknown member', { owner: [ownerSub] }, 'owner'],
  ['a text for a list', { owners: ownerSub }, 'owners'],
  ['another requirement', { require: 'some' }, 'require'],
  ['a text for requireAttestation', { requireAttestation: 'yes' }, 'requireAttestation'],
  ['a list', [], 'object'],
  ['malformed JSON', '{', 'JSON'],
])('git verify: a policy with %s is refused', async (_case, policy, named) => {
  const { json } = await verify('--policy', policyFile(policy));
  expect([json['code'], json['error']]).toEqual(['invalid_policy', expect.stringContaining(named)]);
});

test.each([
  ['--policy with --owner', ['--policy', '/nonexistent', '--owner', 'x'], 'invalid_flag'],
  ['a missing policy', ['--policy', '/nonexistent'], 'unreadable_file'],
  ['another --require', ['--require', 'some'], 'invalid_flag'],
  ['three dots', ['--range', 'HEAD~1...HEAD'], 'invalid_flag'],
  ['one revision', ['--range', 'HEAD'], 'invalid_flag'],
  ['an unknown revision', ['--range', 'nowhere..HEAD'], 'unknown_commit'],
  ['--range with --commit', ['--range', 'HEAD~1..HEAD', '--commit', 'HEAD~1'], 'invalid_flag'],
])('git verify: %s is refused', async (_case, args, code) => {
  expect((await verify(...args)).json['code']).toBe(code);
});

test('git verify --range: every commit is verified, oldest first', async () => {
  await commit('More work');
  const { json, code } = await verify('--range', 'HEAD~2..HEAD', '--owner', ownerSub);
  expect([code, json]).toMatchObject([0, { ok: true, verified: 2, skipped: 0, failed: 0, ownerExpected: true }]);
  const commits = json['commits'] as readonly { readonly commit: string }[];
  expect(commits.map((one) => one.commit)).toEqual([git(repo, 'rev-parse', 'HEAD~1'), git(repo, 'rev-parse', 'HEAD')]);
});

test('git verify --range: a commit without agent fails with --require all and is skipped with --require signed', async () => {
  plainCommit();
  const all = await verify('--range', 'HEAD~2..HEAD');
  expect([all.code, all.json]).toMatchObject([1, { ok: false, verified: 1, failed: 1 }]);
  expect(all.json['commits']).toMatchObject([{ ok: true }, { ok: false, code: 'unsupported_commit' }]);
  const signed = await verify('--range', 'HEAD~2..HEAD', '--require', 'signed');
  expect([signed.code, signed.json]).toMatchObject([0, { ok: true, verified: 1, skipped: 1, failed: 0 }]);
});

test.each([
  ['a trailer in the middle of its message', ['-m', `Agent-ID-JKT: ${'A'.repeat(43)}`, '-m', 'End']],
  ['trailers', ['-m', `Agent-ID-JKT: ${'A'.repeat(43)}\nAgent-ID-Owner: x`]],
])('git verify --range: an unsigned commit with %s is not skipped', async (_case, more) => {
  plainCommit(...more);
  expect((await verify('--range', 'HEAD~1..HEAD', '--require', 'signed')).json).toMatchObject({ ok: false, failed: 1 });
});

test('git hook pre-receive: a push with notes is accepted by policy, one of another owner refused', async () => {
  const bare = toolkit.scratch();
  git(bare, 'init', '-q', '--bare', '-b', 'main');
  const policy = policyFile({ owners: [ownerSub], trustedIssuers: [provider.url], require: 'signed' });
  const hook = `#!/bin/sh\nexec '${process.execPath}' '${toolkit.path('agent-id-git')}' hook pre-receive --policy '${policy}'\n`;
  writeFileSync(join(bare, 'hooks/pre-receive'), hook, { mode: 0o755 });
  git(repo, 'remote', 'add', 'origin', bare);
  // Not execFileSync: the hook calls the provider in this process.
  const push = (...refs: readonly string[]) => pushAsync(repo, ['push', '--atomic', 'origin', ...refs]);

  expect(await push('main')).toMatchObject({ status: 1, stderr: expect.stringContaining('refs/notes/agent-id') });
  expect(await push('main', 'refs/notes/agent-id')).toMatchObject({ status: 0 });
  const accepted = git(bare, 'rev-parse', 'main');
  expect(accepted).toBe(git(repo, 'rev-parse', 'main'));

  await commit('By another agent', otherAgent);
  const refused = await push('main', 'refs/notes/agent-id');
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('not expected') });
  expect(git(bare, 'rev-parse', 'main')).toBe(accepted);
});

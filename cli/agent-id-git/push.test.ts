import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit, git, initRepo } from '../../contract-tests/fixtures/cli/executables.ts';
import { startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let repo: string;

const commit = (cwd: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', ...args, '--state-dir', stateDir], { cwd });

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
});
beforeEach(() => {
  repo = initRepo(toolkit.scratch());
});

test('git commit --push: commit and proof reach a branch without upstream, and a clone verifies them [B41]', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare');
  git(repo, 'remote', 'add', 'origin', remote);
  const { json } = await commit(repo, '-m', 'Pushed', '--push');
  expect(json).toMatchObject({ ok: true, pushed: true, notesPushed: true });
  expect(git(remote, 'rev-parse', 'refs/heads/main')).toBe(json['commitHash']);
  expect(git(remote, 'notes', '--ref=refs/notes/agent-id', 'list', String(json['commitHash']))).toMatch(
    /^[0-9a-f]{40}$/,
  );
});

test('git commit --push: notes of two clones are merged', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare', '-b', 'main');
  git(repo, 'remote', 'add', 'origin', remote);
  await commit(repo, '-m', 'First', '--push');
  const clone = join(toolkit.scratch(), 'clone');
  git(repo, 'clone', '-q', remote, clone);
  git(clone, 'checkout', '-q', '-b', 'other');
  const theirs = await commit(clone, '-m', 'Theirs', '--push');
  const localCommit = await commit(repo, '-m', 'Ours', '--push');
  for (const { json } of [theirs, localCommit]) {
    expect(json).toMatchObject({ ok: true, notesPushed: true });
    expect(git(remote, 'notes', '--ref=refs/notes/agent-id', 'show', String(json['commitHash']))).toMatch(/^[\w-]+$/);
  }
});

test('git commit --push: when a hook of the remote refuses the branch, the proof is not pushed either', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare');
  writeFileSync(join(remote, 'hooks/update'), '#!/bin/sh\ncase "$1" in refs/heads/*) exit 1;; esac\n', { mode: 0o755 });
  git(repo, 'remote', 'add', 'origin', remote);
  const { json } = await commit(repo, '-m', 'Refused', '--push');
  expect(json).toMatchObject({ code: 'push_failed', pushed: false, notesPushed: false });
  expect(git(remote, 'for-each-ref')).toBe('');
});

test('git commit --push: a remote without atomic pushes receives commit and proof one after the other', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare');
  git(remote, 'config', 'receive.advertiseAtomic', 'false');
  git(repo, 'remote', 'add', 'origin', remote);
  const { json } = await commit(repo, '-m', 'Pushed', '--push');
  expect(json).toMatchObject({ ok: true, pushed: true, notesPushed: true });
  expect(git(remote, 'rev-parse', 'refs/heads/main')).toBe(json['commitHash']);
});

const sync = (cwd: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['sync', ...args, '--state-dir', stateDir], { cwd });
const verify = (cwd: string, commitHash: unknown) =>
  toolkit.run('agent-id-git', ['verify', '--commit', String(commitHash), '--state-dir', stateDir], { cwd });

/** A bare remote and two clones with a common commit. */
async function twoClones(): Promise<readonly [string, string]> {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare', '-b', 'main');
  git(repo, 'remote', 'add', 'origin', remote);
  await commit(repo, '-m', 'First', '--push');
  const clone = join(toolkit.scratch(), 'clone');
  git(repo, 'clone', '-q', remote, clone);
  return [repo, clone];
}

test('git sync: two clones exchange their proofs, and each verifies the commits of the other', async () => {
  const [one, two] = await twoClones();
  expect((await sync(two)).json).toMatchObject({ ok: true, remote: 'origin', fetched: true, pushed: false, notes: 1 });
  const localCommit = (await commit(one, '-m', 'Ours')).json['commitHash'];
  const theirs = (await commit(two, '-m', 'Theirs')).json['commitHash'];
  expect((await sync(one)).json).toMatchObject({ fetched: false, pushed: true, notes: 2 });
  expect((await sync(two)).json).toMatchObject({ fetched: true, pushed: true, notes: 3 });
  expect((await sync(one)).json).toMatchObject({ fetched: true, pushed: false, notes: 3 });
  git(one, 'push', '-q', 'origin', `${String(localCommit)}:refs/heads/one`);
  git(two, 'push', '-q', 'origin', `${String(theirs)}:refs/heads/two`);
  for (const clone of [one, two]) {
    git(clone, 'fetch', '-q', 'origin');
    for (const hash of [localCommit, theirs]) expect((await verify(clone, hash)).json['ok']).toBe(true);
  }
});

test('git sync: clones that synchronise at the same time lose no proof', async () => {
  const [one, two] = await twoClones();
  const hashes = await Promise.all(
    [one, two].map(async (clone) => (await commit(clone, '-m', clone)).json['commitHash']),
  );
  const results = await Promise.all([one, two].map((clone) => sync(clone)));
  expect(results.map(({ json }) => json['ok'])).toEqual([true, true]);
  const remote = git(one, 'remote', 'get-url', 'origin');
  for (const hash of hashes)
    expect(git(remote, 'notes', '--ref=refs/notes/agent-id', 'show', String(hash))).not.toBe('');
});

test('git sync: without any proof nothing is pushed, and without a configured user proofs are merged', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare', '-b', 'main');
  git(repo, 'remote', 'add', 'origin', remote);
  expect((await sync(repo)).json).toMatchObject({ ok: true, fetched: false, pushed: false, notes: 0 });
  await commit(repo, '-m', 'First', '--push');
  const clone = join(toolkit.scratch(), 'clone');
  git(repo, 'clone', '-q', remote, clone);
  await commit(clone, '-m', 'Theirs');
  await commit(repo, '-m', 'Ours', '--push');
  expect((await sync(clone)).json).toMatchObject({ ok: true, fetched: true, pushed: true, notes: 3 });
});

test('git sync: a proof of the remote never replaces the local proof of the same commit', async () => {
  const [one, two] = await twoClones();
  const { commitHash } = (await commit(two, '-m', 'Theirs')).json;
  git(two, 'push', '-q', 'origin', `${String(commitHash)}:refs/heads/two`);
  git(one, 'fetch', '-q', 'origin');
  git(one, 'notes', '--ref=refs/notes/agent-id', 'add', '-m', 'forged', String(commitHash));
  await sync(one);
  expect((await sync(two)).json).toMatchObject({ ok: true, fetched: true, pushed: true });
  expect((await verify(two, commitHash)).json['ok']).toBe(true);
});

test('git verify: the command in the error for a missing proof fetches the proof', async () => {
  const [, two] = await twoClones();
  const head = git(two, 'rev-parse', 'HEAD');
  const { json } = await verify(two, head);
  expect(json).toMatchObject({ code: 'no_bundle', error: expect.stringContaining('Run agent-id-git sync') });
  await sync(two);
  expect((await verify(two, head)).json['ok']).toBe(true);
});

test('git sync: keeps the history of signing keys, with which commits verify offline', async () => {
  const [one] = await twoClones();
  const path = String((await sync(one)).json['jwksHistory']);
  expect(path).toBe(join(one, '.git/agent-id/jwks-history.json'));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ keys: [{ ...provider.jwks().keys[0], from: 0 }] });
  const args = ['verify', '--jwks-history', path, '--state-dir', toolkit.scratch()];
  expect((await toolkit.run('agent-id-git', args, { cwd: one })).json['ok']).toBe(true);
});

test('git sync: without an identity proofs are exchanged and no history is kept', async () => {
  const [one] = await twoClones();
  const { json } = await toolkit.run('agent-id-git', ['sync', '--state-dir', toolkit.scratch()], { cwd: one });
  expect(json).toMatchObject({ ok: true, jwksHistory: null });
});

test('git sync: an unreachable remote, or one written like a flag, is refused', async () => {
  git(repo, 'remote', 'add', 'origin', join(repo, 'nowhere'));
  expect((await sync(repo)).json['code']).toBe('git_failed');
  expect((await sync(repo, '--remote=--upload-pack=x')).json['code']).toBe('invalid_flag');
});

test('git commit --push: a failed push reports pushed false, exits 1 and keeps the commit', async () => {
  git(repo, 'remote', 'add', 'origin', join(repo, 'nowhere'));
  const { json, code } = await commit(repo, '-m', 'Stuck', '--push');
  expect(code).toBe(1);
  expect(json).toMatchObject({
    ok: false,
    code: 'push_failed',
    pushed: false,
    notesPushed: false,
    commitHash: git(repo, 'rev-parse', 'HEAD'),
  });
});

test('git commit --push: a detached HEAD is not pushed', async () => {
  const remote = toolkit.scratch();
  git(remote, 'init', '-q', '--bare');
  git(repo, 'remote', 'add', 'origin', remote);
  await commit(repo, '-m', 'Base');
  git(repo, 'checkout', '-q', '--detach');
  const { json } = await commit(repo, '-m', 'Detached', '--push');
  expect(json).toMatchObject({ ok: false, code: 'push_failed', pushed: false });
  expect(json['error']).toContain('detached');
});

test('git commit --push: an HTTP remote receives the credential of the helper and no secret of the agent', async () => {
  const env = { AGENT_ID_PASSPHRASE: 'correct horse' };
  const guarded = await bindTestAgent(toolkit, provider);
  await toolkit.run('agent-id-core', ['init', '--state-dir', guarded], { env });
  const service = await startTestService();
  service.respond = (_request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end();
  const push = (message: string) =>
    toolkit.run(
      'agent-id-git',
      ['commit', '--allow-empty', '--push', '--remote', `${service.url}/r.git`, '-m', message, '--state-dir', guarded],
      { cwd: repo, env },
    );
  const credentials = () => service.received.flatMap(({ headers }) => headers.authorization ?? []);
  try {
    expect((await push('Unknown here')).json).toMatchObject({ code: 'push_failed', pushed: false });
    expect(service.received.length).toBeGreaterThan(0);
    expect(credentials()).toEqual([]);
    git(repo, 'config', 'credential.helper', '!f() { echo username=ada; echo password=token; }; f');
    expect((await push('Known here')).json).toMatchObject({ code: 'push_failed', pushed: false });
    const basic = `Basic ${Buffer.from('ada:token').toString('base64')}`;
    expect(new Set(credentials())).toEqual(new Set([basic]));
  } finally {
    await service.close();
  }
});

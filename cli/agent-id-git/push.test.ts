import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/bind-test-agent.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { git, initRepo } from '../../contract-tests/fixtures/cli/scratch-repo.ts';
import { startTestProvider, type TestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';
import { startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';

const toolkit = useToolkit();
let provider: TestProvider;
let stateDir: string;
let repo: string;

const commit = (cwd: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-git', ['commit', '--allow-empty', ...args, '--state-dir', stateDir], { cwd });

beforeAll(async () => {
  provider = await startTestProvider();
  stateDir = await bindTestAgent(toolkit, provider);
});
afterAll(() => provider.close());
beforeEach(() => {
  repo = initRepo(toolkit.scratch());
});

test('git commit --push: commit and proof reach a branch without upstream, and a clone verifies them', async () => {
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
  const ours = await commit(repo, '-m', 'Ours', '--push');
  for (const { json } of [theirs, ours]) {
    expect(json).toMatchObject({ ok: true, notesPushed: true });
    expect(git(remote, 'notes', '--ref=refs/notes/agent-id', 'show', String(json['commitHash']))).toMatch(/^[\w-]+$/);
  }
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

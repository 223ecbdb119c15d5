import { execFile, execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bindTestAgent } from '../fixtures/cli/core-with-provider.ts';
import { cleanEnv, useToolkit, git, initRepo } from '../fixtures/cli/executables.ts';
import { ownerSub, startTestProvider } from '../fixtures/cli/test-provider.ts';
import { artefacts } from './machine.ts';
import { useStarted } from '../fixtures/use-started.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guides/agent-commits.md'), 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';

const toolkit = useToolkit('agent-id-git');
const provider = useStarted(startTestProvider);
let stateDir: string;
let server: string;
beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  server = toolkit.scratch();
  git(server, 'init', '-q', '--bare', '-b', 'main');
  const archive = readdirSync(artefacts).find((name) => name.startsWith('platform-agent-id-git-')) ?? '';
  cpSync(join(artefacts, archive), join(server, archive));
  const policy: object = JSON.parse(block('json policy.json'));
  const ours = { ...policy, trustedIssuers: [provider.url], owners: [ownerSub] };
  writeFileSync(join(server, 'hooks/policy.json'), JSON.stringify(ours));
  execFileSync('bash', ['--norc', '-ec', block('sh')], { cwd: server, env: cleanEnv(server) });
});

const startRepo = () => {
  const repo = initRepo(toolkit.scratch());
  git(repo, 'remote', 'add', 'origin', server);
  return repo;
};
/** Not blocking: the hook asks the provider, which runs in this process. */
const push = (repo: string, ...refs: readonly string[]) =>
  new Promise<{ readonly accepted: boolean; readonly stderr: string }>((resolve) => {
    const args = ['push', '-q', '--atomic', 'origin', ...refs];
    execFile('git', args, { cwd: repo, env: cleanEnv(repo) }, (error, _stdout, stderr) =>
      resolve({ accepted: error === null, stderr }),
    );
  });

test('docs/guides/agent-commits.md: the hook from the packed program refuses a commit that no agent signed', async () => {
  const repo = startRepo();
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'By hand');
  expect(await push(repo, 'HEAD:main')).toEqual({
    accepted: false,
    stderr: expect.stringContaining('unsupported_commit'),
  });
});

test('docs/guides/agent-commits.md: the hook accepts the commit of an agent whose owner the policy names', async () => {
  const repo = startRepo();
  await toolkit.run('agent-id-git', ['commit', '--allow-empty', '-m', 'Work', '--state-dir', stateDir], { cwd: repo });
  expect(await push(repo, 'HEAD:main', 'refs/notes/agent-id')).toMatchObject({ accepted: true });
  expect(git(server, 'log', '--format=%s', 'main').trim()).toBe('Work');
});

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../src/runtime/free-port.ts';
import {
  createCertificate,
  startConnectProxy,
  startTlsFront,
  type ConnectProxy,
  type Listening,
} from '../fixtures/cli/connect-proxy.ts';
import { useToolkit } from '../fixtures/cli/executables.ts';
import { guideCommands, runGuide, type CommandResult } from '../fixtures/cli/guide-shell.ts';
import { git, initRepo } from '../fixtures/cli/scratch-repo.ts';
import { enrolOwner, type Owner, testProvider } from '../fixtures/identity.ts';
import { demoProvider, forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

// docs/agent-guide.md and the SKILL.md files, followed line by line in a sandbox: the home directory is read-only, there is
// no terminal, the user has no passwd entry, and provider and forum exist only behind a CONNECT proxy with TLS.

const root = resolve(import.meta.dirname, '../..');
const names = ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'] as const;
const toolkit = useToolkit(...names);
/** Only root can start processes of another user. */
const uid = process.getuid?.() === 0 ? 54_321 : undefined;

let platform: RunningPlatform;
let owner: Owner;
let provider: string;
let fronts: readonly Listening[];
let proxy: ConnectProxy;
let sandbox: string;
let repo: string;
let sshAgent: ChildProcess;
let env: Readonly<Record<string, string>>;
const hosts = ['sso.test', 'forum.test'];

beforeAll(async () => {
  const [ssoPort, forumPort] = [await freePort(), await freePort()];
  platform = await startPlatform({
    services: ['sso', 'forum'],
    env: {
      SSO_PORT: String(ssoPort),
      FORUM_PORT: String(forumPort),
      SSO_BASE_URL: 'https://sso.test',
      FORUM_BASE_URL: 'https://forum.test',
      INTERNAL_HOST: '127.0.0.1',
      ADMIN_PORT: String(await freePort()),
      // Public addresses with https are those of production.
      DATABASE_URL: 'embedded:',
      MASTER_KEY: randomBytes(32).toString('base64url'),
      REGISTRATION: 'open',
    },
  });
  const local = `http://127.0.0.1:${ssoPort}`;
  owner = await enrolOwner({ urls: { sso: 'https://sso.test' } }, (input, init) => {
    const request = new Request(input, init);
    return fetch(new Request(request.url.replace('https://sso.test', local), request));
  });
  provider = await testProvider({ ...platform, urls: { sso: local } });
  sandbox = mkdtempSync(join(tmpdir(), 'guide-'));
  const certificate = createCertificate(sandbox, hosts);
  fronts = [await startTlsFront(sandbox, ssoPort), await startTlsFront(sandbox, forumPort)];
  proxy = await startConnectProxy(
    Object.fromEntries(hosts.map((host, index) => [`${host}:443`, fronts[index]?.port ?? 0])),
  );
  for (const name of names) {
    mkdirSync(join(sandbox, 'cli', name, 'bin'), { recursive: true });
    copyFileSync(toolkit.path(name), join(sandbox, 'cli', name, 'bin/cli.mjs'));
  }
  for (const folder of ['home', 'state', 'programs', 'repo', 'remote']) mkdirSync(join(sandbox, folder));
  repo = initRepo(join(sandbox, 'repo'));
  git(join(sandbox, 'remote'), 'init', '-q', '--bare');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  git(repo, 'remote', 'add', 'origin', join(sandbox, 'remote'));
  git(repo, 'push', '-q', '-u', 'origin', 'main');
  writeFileSync(join(repo, 'report.md'), 'Report\n');
  git(repo, 'add', '.');
  writeFileSync(join(sandbox, 'token.txt'), 'ghp_secretOfTheOwner');
  writeFileSync(join(sandbox, 'programs/gh'), '#!/bin/sh\necho "$* with $GH_TOKEN"\n', { mode: 0o755 });
  copyFileSync(join(root, 'docs/guides/ssh-agent-signer.mjs'), join(sandbox, 'ssh-agent-signer.mjs'));
  const jwks = await (await fetch(`${local}/oauth/jwks`)).text();
  writeFileSync(join(sandbox, 'jwks.json'), jwks);
  if (uid !== undefined) {
    for (const path of ['', ...readdirSync(sandbox, { recursive: true, encoding: 'utf8' })])
      chownSync(join(sandbox, path), uid, uid);
    chownSync(join(sandbox, 'home'), 0, 0);
  }
  chmodSync(join(sandbox, 'home'), 0o555);

  const socket = join(sandbox, 'ssh-agent');
  const user = uid === undefined ? {} : { uid, gid: uid };
  sshAgent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore', ...user });
  await vi.waitFor(() => execFileSync('test', ['-S', socket]));
  const key = join(sandbox, 'agent');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  execFileSync('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: socket }, stdio: 'ignore' });
  rmSync(key);
  chmodSync(`${key}.pub`, 0o644);
  env = {
    PATH: `${join(sandbox, 'programs')}:${process.env['PATH'] ?? ''}`,
    HOME: join(sandbox, 'home'),
    GIT_CONFIG_NOSYSTEM: '1',
    SSH_AUTH_SOCK: socket,
    AGENT_ID_STATE_DIR: join(sandbox, 'state/agent'),
    HTTPS_PROXY: `http://user:hunter2@127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: certificate,
  };
});
afterAll(async () => {
  sshAgent?.kill();
  await Promise.all([proxy, ...(fronts ?? [])].map((one) => one?.close()));
  await platform?.stop();
  await forget(platform);
  rmSync(sandbox, { recursive: true, force: true });
});

/** Approves every sign-in whose link is printed. */
function approveLinks(): (text: string) => void {
  let printed = '';
  const approved = new Set<string>();
  return (text) => {
    printed += text;
    for (const [link] of printed.matchAll(/https:\/\/sso\.test\/[\w/-]*approve[\w/-]*(?=[\s"])/g)) {
      if (approved.has(link)) continue;
      approved.add(link);
      void owner.decide(link, 'approve');
    }
  };
}

const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const inRepo = (line: string): string =>
  `pushd '${repo}' >&2; ${line.replace(/ #.*/, '')}; code=$?; popd >&2; (exit $code)`;
const follow = (lines: readonly string[]) => runGuide(lines, { cwd: sandbox, env, uid, onOutput: approveLinks() });

/** A command that prints a member of JSON. */
const memberOf = (name: string): string => `grep -o '"${name}": "[^"]*' | cut -d'"' -f4`;

/** What a reader writes instead of the values of the guide. */
const own = (): Readonly<Record<string, string>> => ({
  'http://localhost:4001': 'https://sso.test',
  'http://localhost:4002': 'https://forum.test',
  'https://sso.example': 'https://sso.test',
  'https://forum.example': 'https://forum.test',
  [demoProvider]: provider,
  '<sub>': owner.sub,
  '<revision>': 'HEAD',
  // What a command before has printed.
  '<jkt>': `$(node cli/agent-id-core/bin/cli.mjs status --state-dir ./helper | ${memberOf('jkt')})`,
  '<jwt>': `$(cat delegation.json | ${memberOf('delegation')})`,
  '--ttl 3600': '--ttl 3600 > delegation.json',
  '<provider>': 'https://sso.test',
  '<agent-id-core>': join(sandbox, 'cli/agent-id-core'),
  '/path/to/file': 'token.txt',
  '/home/agent/.ssh': sandbox,
  '/opt/': `${sandbox}/`,
});
const withOwn = (line: string): string =>
  Object.entries(own()).reduce((text, [from, to]) => text.replaceAll(from, to), line);

/** Commands that failed, with their output. */
const failed = (results: readonly CommandResult[]) => results.filter(({ exitCode }) => exitCode !== 0);
const jsonOf = (results: readonly CommandResult[], part: string): unknown =>
  JSON.parse(results.find(({ line }) => line.includes(part))?.stdout ?? 'null');

test('docs/agent-guide.md: every command works with a read-only home, no terminal, no account, behind a proxy', async () => {
  const commands = guideCommands(text('docs/agent-guide.md'));
  const lines = commands.map(({ section, line }) => (section === '4. Commit' ? inRepo(withOwn(line)) : withOwn(line)));
  const results = await follow(lines);
  expect(failed(results)).toEqual([]);
  expect(results.map(({ line }) => line)).toEqual(lines);
  expect(jsonOf(results, 'core status')).toMatchObject({ dpopBound: true, ownerSub: owner.sub });
  expect(jsonOf(results, 'gitagent commit')).toMatchObject({ signed: true, proofAttached: true, attested: true });
  expect(jsonOf(results, 'gitagent verify --commit HEAD')).toMatchObject({ ok: true, keyStatus: 'active' });
  expect(jsonOf(results, '/api/posts')).toMatchObject({ status: 201 });
  expect(jsonOf(results, 'core rotate')).toMatchObject({ ownerSub: owner.sub, oldSessionRevoked: true });
  expect(jsonOf(results, 'core verify --proof')).toMatchObject({ ok: true, ownerExpected: true });
  expect(results.map(({ stdout }) => stdout).join('')).not.toMatch(/hunter2|ghp_secret/);
  expect(readdirSync(join(sandbox, 'home'))).toEqual([]);
  expect(new Set(proxy.tunnels)).toEqual(new Set(['sso.test:443', 'forum.test:443']));
});

test.each(names)('%s/SKILL.md: every command works in the same sandbox', async (name) => {
  const skill = text(`cli/${name}/SKILL.md`).replaceAll('<plugin_dir>', join(sandbox, 'cli', name));
  const spans = [...skill.matchAll(/^node .*$|`(node \S+ [^<`\n][^`\n]*)`/gm)].map(([line, span]) => span ?? line);
  const lines = spans.map((line) => (name === 'agent-id-git' ? inRepo(withOwn(line)) : withOwn(line)));
  const staged = inRepo(`echo ${name} >> notes.md && git add notes.md`);
  const settings = [`export SSO_BASE_URL=https://sso.test PLATFORM_PROVIDER_ADDRESS=${provider} GH_TOKEN=ghp_secret`];
  const results = await follow([...settings, staged, ...lines]);
  expect(failed(results)).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(4);
});

test('git commit: a user without an account commits with a passphrase too', async () => {
  const cli = (name: string) => `node ${join(sandbox, 'cli', name, 'bin/cli.mjs')}`;
  const results = await follow([
    'export AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase',
    `${cli('agent-id-core')} passphrase set`,
    'export AGENT_ID_PASSPHRASE=long-enough-passphrase',
    inRepo(`${cli('agent-id-git')} commit --allow-empty -m Sealed`),
    inRepo(`${cli('agent-id-git')} verify --sso-url https://sso.test --owner ${owner.sub}`),
  ]);
  expect(failed(results)).toEqual([]);
  expect(jsonOf(results, 'verify')).toMatchObject({ ok: true, ownerExpected: true });
});

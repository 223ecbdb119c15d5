import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { useToolkit } from '../fixtures/cli/executables.ts';
import {
  type CommandResult,
  guideCommands,
  proseCommands,
  pageText,
  startGuideSandbox,
} from '../fixtures/cli/guide-sandbox.ts';
import { useStarted } from '../fixtures/use-started.ts';

// docs/agent-guide.md and the SKILL.md files, followed line by line in the sandbox of an agent.

const names = ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth', 'agent-id-mcp'] as const;
const toolkit = useToolkit(...names);
const sandbox = useStarted(() =>
  startGuideSandbox(Object.fromEntries(names.map((name) => [name, toolkit.path(name)]))),
);

/** Commands that failed, with their output. */
const failed = (results: readonly CommandResult[]) => results.filter(({ exitCode }) => exitCode !== 0);
const jsonOf = (results: readonly CommandResult[], part: string): unknown =>
  JSON.parse(results.find(({ line }) => line.includes(part))?.stdout ?? 'null');
const cli = (name: string): string => `node ${join(sandbox.folder, 'cli', name, 'bin/cli.mjs')}`;

const guide = guideCommands(pageText('docs/agent-guide.md'));
/** Functions and settings with which the guide begins. */
const beginning = (): readonly string[] =>
  guide
    .filter(({ line }) => line.includes('() ') || line.startsWith('export SSO') || line.startsWith('export PLATFORM'))
    .map(({ line }) => sandbox.withOwn(line));

test('docs/agent-guide.md: every command works with a read-only home, no terminal, no account, behind a proxy', async () => {
  const { withOwn, inRepo, owner, folder } = sandbox;
  const lines = guide.map(({ section, line }) => (section === '4. Commit' ? inRepo(withOwn(line)) : withOwn(line)));
  const results = await sandbox.follow(lines);
  expect(failed(results)).toEqual([]);
  expect(results.map(({ line }) => line)).toEqual(lines);
  expect(jsonOf(results, 'core status')).toMatchObject({ dpopBound: true, ownerSub: owner.sub });
  expect(jsonOf(results, 'gitagent commit')).toMatchObject({ signed: true, proofAttached: true, attested: true });
  expect(jsonOf(results, 'gitagent verify --commit HEAD')).toMatchObject({ ok: true, keyStatus: 'active' });
  expect(jsonOf(results, '/api/posts')).toMatchObject({ status: 201 });
  expect(jsonOf(results, 'core rotate')).toMatchObject({ ownerSub: owner.sub, oldSessionRevoked: true });
  expect(jsonOf(results, 'core verify --proof')).toMatchObject({ ok: true, ownerExpected: true });
  expect(results.map(({ stdout }) => stdout).join('')).not.toMatch(/hunter2|ghp_secret/);
  expect(readdirSync(join(folder, 'home'))).toEqual([]);
  expect(new Set(sandbox.tunnels)).toEqual(new Set(['sso.test:443', 'forum.test:443']));
});

/** Commands in the prose of the guide that need more than the words of the page: what a reader types for them. */
const typed = (): Readonly<Record<string, string>> => ({
  'npx --package ./platform-agent-id-core-4.0.0.tgz agent-id-core status':
    'npm_config_cache=$PWD/npm npx --package ./platform-agent-id-core-4.0.0.tgz agent-id-core status',
  'core init':
    "AGENT_ID_STATE_DIR=./sealed core init && AGENT_ID_STATE_DIR=./sealed AGENT_ID_PASSPHRASE=long-enough-passphrase core init && ! grep -q 'PRIVATE KEY' sealed/keys/main.json",
  'gitagent setup': sandbox.inRepo('gitagent setup'),
  'vault export --out <file>': 'AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase vault export --out credentials',
  'vault import --in <file>':
    'core init --state-dir other >&2 && AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase vault import --in credentials --state-dir other',
  'core verify --expect-head <envelopeHash>': sandbox.withOwn('core verify --expect-head <envelopeHash>'),
  'core rotate --abandon': 'core init --state-dir spare >&2 && core rotate --abandon --state-dir spare',
  'core refresh': 'core refresh',
  'core anchor': 'core anchor && core verify',
  'core passphrase set':
    'cp -r state/agent copy && AGENT_ID_STATE_DIR=./copy AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase core passphrase set',
  'core setup-owner-session':
    'AGENT_ID_STATE_DIR=./copy AGENT_ID_PASSPHRASE=long-enough-passphrase core setup-owner-session',
  'auth call --signature': 'auth call --url https://forum.test/api/agent-auth --signature',
  'auth header --signature': 'auth header --url https://forum.test/api/posts --signature',
  'gitagent verify --refuse-helpers': sandbox.inRepo(
    'gitagent verify --sso-url https://sso.test --refuse-helpers --commit HEAD',
  ),
  'core delegations revoke --id <delegationId>': sandbox.withOwn('core delegations revoke --id <delegationId>'),
});

/** Commands of the pages that cannot run in the sandbox, and why. */
const notRunnable: Readonly<Record<string, string>> = {
  'rotate --abandon': 'ends the identity that the page goes on with; the guide gives it one of its own',
  'npm ci && npm start': 'starts the provider, on the machine of the operator',
  'npm ci': 'installs the repository, in which this test runs',
  'npm run build': 'builds the executables, which the test does by itself',
  'npm pack ./cli/agent-id-core': 'needs the repository: the test runs it there, before it runs npx',
  'npm run --silent provider -- create --name "Your agents" --reach platform':
    'is for the administrator; the test registers the application over HTTP',
  'npm run --silent phone -- approve <deep_link>': 'is the phone of the owner; the test approves over HTTP',
  '/plugin marketplace add .': 'is typed in Claude Code; cli/shared/packaging.test.ts checks what it reads',
  'node <plugin_dir>/bin/cli.mjs <command>': 'is the form of all commands',
  'hook pre-receive': 'runs on a git server; cli/agent-id-git/policy.test.ts runs it there',
  'git -c gpg.ssh.allowedSignersFile=<allowedSignersPath> log --show-signature':
    'needs a passwd entry, as ssh-keygen does; cli/agent-id-git/plain-tools.test.ts runs it with one',
  'git push': 'follows push_failed; cli/agent-id-git/push.test.ts provokes it',
};

test('docs/agent-guide.md: every command in the prose works too, or is listed with the reason why it cannot', async () => {
  const root = resolve(import.meta.dirname, '../..');
  execFileSync('npm', ['pack', './cli/agent-id-core', '--silent', '--pack-destination', sandbox.folder], {
    cwd: root,
    env: { ...process.env, npm_config_cache: toolkit.scratch() },
  });
  const own = typed();
  const inBlocks = (command: string): boolean => guide.some(({ line }) => line.startsWith(command));
  const commands = proseCommands(pageText('docs/agent-guide.md')).filter(
    (command) => command in own || !inBlocks(command),
  );
  const unknown = commands.filter((command) => !(command in own) && !(command in notRunnable));
  expect(unknown).toEqual([]);
  expect(Object.keys(own).filter((command) => !commands.includes(command))).toEqual([]);
  const lines = Object.values(own);
  const results = await sandbox.follow([...beginning(), ...lines]);
  expect(failed(results)).toEqual([]);
  expect(jsonOf(results, 'npx --package')).toMatchObject({ ok: true, dpopBound: true });
  expect(jsonOf(results, 'vault import')).toMatchObject({ ok: true });
  expect(jsonOf(results, '--expect-head')).toMatchObject({ ok: true });
  expect(jsonOf(results, '--refuse-helpers')).toMatchObject({ ok: true });
  expect(jsonOf(results, 'auth call')).toMatchObject({ status: 200 });
});

test.each(names)('%s/SKILL.md: every command works in the same sandbox', async (name) => {
  const { withOwn, inRepo, folder, provider } = sandbox;
  const page = pageText(`cli/${name}/SKILL.md`);
  const plugin = join(folder, 'cli', name);
  const blocks = guideCommands(page).map(({ line }) => line.replace(/^claude mcp add agent-id -- /, ''));
  // Commands of this program stand without it in the prose.
  const prose = proseCommands(page)
    .filter((command) => !(command in notRunnable))
    .map((command) => (/^(?:node|git) /.test(command) ? command : `node <plugin_dir>/bin/cli.mjs ${command}`));
  const lines = [...new Set([...blocks, ...prose])].map((line) => {
    const helper = line.includes(' accept ') ? ' --state-dir ./helper' : '';
    const own = withOwn(line.replaceAll('<plugin_dir>', plugin).replaceAll('<file>', fileOf(line))) + helper;
    return name === 'agent-id-git' ? inRepo(own) : own;
  });
  const staged = inRepo(`echo ${name} >> notes.md && git add notes.md`);
  const settings = [
    `export SSO_BASE_URL=https://sso.test PLATFORM_PROVIDER_ADDRESS=${provider} GH_TOKEN=ghp_secret`,
    'export AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase',
  ];
  const results = await sandbox.follow([...settings, staged, ...lines]);
  expect(failed(results)).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(name === 'agent-id-mcp' ? 1 : 4);
});

/** The file that a command reads or writes: the proof of the guide, or an export of the vault. */
const fileOf = (line: string): string => (line.includes('--proof') ? 'proof.json' : 'credentials-of-skill');

test('git commit: a user without an account commits with a passphrase too', async () => {
  const results = await sandbox.follow([
    'export AGENT_ID_NEW_PASSPHRASE=long-enough-passphrase',
    `${cli('agent-id-core')} passphrase set`,
    'export AGENT_ID_PASSPHRASE=long-enough-passphrase',
    sandbox.inRepo(`${cli('agent-id-git')} commit --allow-empty -m Sealed`),
    sandbox.inRepo(`${cli('agent-id-git')} verify --sso-url https://sso.test --owner ${sandbox.owner.sub}`),
  ]);
  expect(failed(results)).toEqual([]);
  expect(jsonOf(results, 'verify')).toMatchObject({ ok: true, ownerExpected: true });
});

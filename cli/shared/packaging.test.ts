import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { Ajv } from 'ajv';
import { executableNames } from '../../scripts/build-executables.ts';
import { toolkitFiles } from '../../scripts/toolkit-reference.ts';
import { authProgram } from '../agent-id-auth/program.ts';
import { coreProgram } from '../agent-id-core/program.ts';
import { gitProgram } from '../agent-id-git/program.ts';
import { mcpProgram } from '../agent-id-mcp/program.ts';
import { vaultProgram } from '../agent-id-vault/program.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { failureCodes } from './failure.ts';
import { toolkitVersion } from './executables.ts';

const toolkit = useToolkit(...executableNames);
const cli = join(import.meta.dirname, '..');
const programs = [coreProgram, gitProgram, vaultProgram, authProgram, mcpProgram];

test.each(toolkitFiles().map(({ path, content }) => [relative(join(cli, '..'), path), path, content]))(
  '%s: is the output of its generator',
  (_name, path, content) => {
    expect(readFileSync(path, 'utf8')).toBe(content);
  },
);

const hasGroff = spawnSync('groff', ['--version']).status === 0;

test.skipIf(!hasGroff).each(programs)(
  '$name: the man page is formatted without warnings and names every flag',
  ({ name, commands }) => {
    const page = join(cli, name, 'man', `${name}.1`);
    const { stdout, stderr, status } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', page], {
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    for (const flag of commands.flatMap((command) => Object.keys(command.flags))) expect(stdout).toContain(`--${flag}`);
  },
);

test('marketplace: every executable is a plugin whose manifest and skill exist', () => {
  const marketplace = readJson(join(cli, '../.claude-plugin/marketplace.json'));
  const plugins = marketplace['plugins'] as readonly { readonly name: string; readonly source: string }[];
  expect(plugins.map(({ name }) => name).sort()).toEqual([...executableNames].sort());
  for (const { name, source } of plugins) {
    expect(readJson(join(cli, '..', source, '.claude-plugin/plugin.json'))).toMatchObject({ name });
    expect(readFileSync(join(cli, '..', source, 'skills', name, 'SKILL.md'), 'utf8')).toMatch(`name: ${name}\n`);
  }
});

test('failure codes: each code of the catalogue is used', () => {
  const sources = readdirSync(cli, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('failure-codes.ts'))
    .map((name) => readFileSync(join(cli, name), 'utf8'))
    .join('\n');
  expect(Object.keys(failureCodes).filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;

test.each(programs)('$name: manifests, SKILL.md and executable have the same name and version', ({ name, version }) => {
  const manifest = readJson(join(cli, name, 'plugin.json'));
  expect(manifest).toMatchObject({ name, version, skills: ['./SKILL.md'], bin: { [name]: './bin/cli.mjs' } });
  const { description, license } = manifest;
  expect(readJson(join(cli, name, 'package.json'))).toMatchObject({
    name: `@platform/${name}`,
    version,
    description,
    license,
    bin: { [name]: 'bin/cli.mjs' },
    engines: { node: '>=20' },
  });
  expect(readFileSync(join(cli, name, 'SKILL.md'), 'utf8')).toMatch(
    new RegExp(`^---\nname: ${name}\ndescription: .{40,}\n---\n`),
  );
});

test.each(programs)('$name: SKILL.md names only commands and flags that exist', ({ name, commands }) => {
  const flags = new Set(programs.flatMap((program) => program.commands.flatMap((one) => Object.keys(one.flags))));
  const text = readFileSync(join(cli, name, 'SKILL.md'), 'utf8');
  const used = [...text.matchAll(/<plugin_dir>\/bin\/cli\.mjs ([a-z-]+)/g)].map(([, command]) => command);
  expect(used.filter((command) => !commands.some((one) => one.name === command))).toEqual([]);
  const named = [...text.matchAll(/(?<=[\s`])--([a-z][a-z-]+)/g)].map(([, flag = '']) => flag);
  expect(named.filter((flag) => !flags.has(flag) && !['cached', 'show-signature'].includes(flag))).toEqual([]);
});

test('docs/agent-guide.md: names only commands and flags that exist', () => {
  const guide = readFileSync(join(cli, '../docs/agent-guide.md'), 'utf8');
  const names: Readonly<Record<string, string>> = { gitagent: 'agent-id-git' };
  const lines = [...guide.replaceAll('\\\n', '').matchAll(/(?:^|`)(core|gitagent|vault|auth) ([a-z-]+)([^`\n#]*)/gm)];
  expect(lines.length).toBeGreaterThan(15);
  for (const [line, short = '', name, rest = ''] of lines) {
    const program = programs.find((one) => one.name === (names[short] ?? `agent-id-${short}`));
    const command = program?.commands.find((one) => `${name}${rest} `.startsWith(`${one.name} `));
    expect(command, line).toBeDefined();
    const flags = [...(rest.split(' -- ')[0] ?? '').matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag);
    expect(
      flags.filter((flag) => !Object.hasOwn(command?.flags ?? {}, flag ?? '')),
      line,
    ).toEqual([]);
  }
});

test.each(executableNames)('%s: the bundle imports no file and prints its version', async (name) => {
  const source = readFileSync(toolkit.path(name), 'utf8');
  expect(source.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(source).not.toMatch(/^import .* from/m);
  expect((await toolkit.spawn(name, ['--version'])).stdout).toBe(`${toolkitVersion}\n`);
});

test('executables: a bundle contains the licences of its libraries', () => {
  const source = readFileSync(toolkit.path('agent-id-core'), 'utf8');
  const libraries = [...source.matchAll(/^## (\S+) \d/gm)].map(([, name]) => name);
  expect(libraries).toEqual(expect.arrayContaining(['openapi-fetch', 'uqr']));
  expect(source.match(/WITHOUT WARRANTY OF ANY KIND|without any warranty or condition/g)).toHaveLength(
    libraries.length,
  );
});

// Linux has a device that is always full.
test.skipIf(process.platform !== 'linux')(
  'executables: a result that cannot be written is an error of one line',
  () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [toolkit.path('agent-id-core'), '--version'], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^agent-id-core: the result could not be written: ENOSPC: .*\n$/);
  },
);

test('executables: an unknown home and a deleted working directory are reported as JSON', () => {
  const run = (env: Readonly<Record<string, string>>, shell: string) =>
    JSON.parse(
      spawnSync('sh', ['-c', shell, 'sh', process.execPath, toolkit.path('agent-id-core')], { env, encoding: 'utf8' })
        .stdout,
    ) as unknown;
  expect(run({ HOME: '' }, '"$1" "$2" status')).toMatchObject({ ok: false, code: 'no_home' });
  const gone = `cd "$(mktemp -d)" && rmdir "$PWD" && "$1" "$2" status --state-dir`;
  const PATH = process.env['PATH'] ?? '';
  expect(run({ PATH }, `${gone} relative`)).toMatchObject({ ok: false, code: 'no_working_directory' });
  expect(run({ PATH }, `${gone} ${toolkit.scratch()}`)).toMatchObject({ ok: true, initialized: false });
});

const executables = ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'] as const;

const scriptOf = async (name: (typeof executables)[number], shell: string): Promise<string> =>
  (await toolkit.run(name, ['completion', shell])).stdout;

/** Words that bash offers for the last word of a line. */
async function complete(name: (typeof executables)[number], ...words: readonly string[]): Promise<readonly string[]> {
  const list = [name, ...words].map((word) => `'${word}'`).join(' ');
  const request = `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _${name.replaceAll('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', `${await scriptOf(name, 'bash')}\n${request}`], { encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

test('completion bash: offers commands, second words and the flags of the command on the line', async () => {
  expect(await complete('agent-id-core', 'ver')).toEqual(['verify']);
  expect(await complete('agent-id-core', 'passphrase', '')).toEqual(['set', 'change', 'remove']);
  expect(await complete('agent-id-core', 'passphrase', 'change', '--new')).toEqual(['--new-passphrase-file']);
  expect(await complete('agent-id-git', 'commit', '--allow-empty', '--rem')).toEqual(['--remote']);
  expect(await complete('agent-id-vault', 'exec', '--ser')).toEqual(['--service']);
  expect(await complete('agent-id-auth', 'discover', '--serv')).toEqual(['--service']);
});

test.each(executables)(
  'completion of %s: the script for bash is valid, those for zsh and fish name every command',
  async (name) => {
    execFileSync('bash', ['-n'], { input: await scriptOf(name, 'bash') });
    const help = (await toolkit.run(name, ['--help'])).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(5);
    for (const shell of ['zsh', 'fish']) {
      const script = await scriptOf(name, shell);
      for (const command of commands) expect(script).toContain(command);
    }
  },
);

test('completion: another shell is refused', async () => {
  expect((await toolkit.run('agent-id-core', ['completion', 'tcsh'])).json['code']).toBe('unknown_command');
});

// Forms that the documentation of the hosts prints, and, for Cursor, its published schema: unknown members are refused.

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv({ allErrors: true });

/** Errors of a generated file. */
function errorsOf(form: object, ...path: readonly string[]): unknown {
  const content: unknown = JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  ajv.validate(form, content);
  return ajv.errors;
}

const object = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const only = (item: object) => ({ type: 'array', items: item, minItems: 1, maxItems: 1 });
const text = { type: 'string', minLength: 1 };
const name = { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' };
const relativePath = { type: 'string', pattern: '^\\./' };
const person = object({ name: text });
const metadata = { name, version: text, description: text, author: person, license: text };
const server = { command: text, args: { type: 'array', items: text } };

const hook = (variable: string) => ({
  command: { type: 'string', pattern: `^node "\\$\\{${variable}\\}/bin/cli\\.mjs" hook ` },
  timeout: { type: 'integer', minimum: 1 },
});

const manifests = {
  '.claude-plugin': object(metadata, { mcpServers: object({ 'agent-id': object(server) }) }),
  '.codex-plugin': object({ ...metadata, skills: relativePath }, { hooks: relativePath, mcpServers: relativePath }),
  '.cursor-plugin': object({ ...metadata, skills: relativePath }, { hooks: relativePath }),
};

test.each(executableNames)('%s: its manifests have the forms of Claude Code, Codex and Cursor', (plugin) => {
  for (const [folder, form] of Object.entries(manifests))
    expect(errorsOf(form, 'cli', plugin, folder, 'plugin.json'), folder).toBeNull();
});

test('agent-id-core: its hooks have the form of Claude Code, which Codex and VS Code read too', () => {
  const one = object({ type: { const: 'command' }, ...hook('CLAUDE_PLUGIN_ROOT') });
  const event = only(object({ hooks: only(one) }));
  const form = object({
    description: text,
    hooks: object({ PostToolUse: event, PostToolUseFailure: event, Stop: event }),
  });
  expect(errorsOf(form, 'cli/agent-id-core/hooks/hooks.json')).toBeNull();
});

test('agent-id-core: its hooks have the form of Cursor', () => {
  const event = only(object(hook('CURSOR_PLUGIN_ROOT')));
  const form = object({
    version: { const: 1 },
    hooks: object({ postToolUse: event, postToolUseFailure: event, stop: event }),
  });
  expect(errorsOf(form, 'cli/agent-id-core/hooks/cursor.json')).toBeNull();
});

test('agent-id-mcp: Codex starts its server in the folder of the plugin', () => {
  const form = object({ mcpServers: object({ 'agent-id': object({ ...server, cwd: { const: '.' } }) }) });
  expect(errorsOf(form, 'cli/agent-id-mcp/codex-mcp.json')).toBeNull();
});

test('marketplaces: those of Codex and Cursor have their forms', () => {
  const list = (plugin: object) => ({ type: 'array', items: plugin, minItems: executableNames.length });
  const cursor = list(
    object({ name, source: { enum: executableNames.map((one) => `cli/${one}`) }, description: text }),
  );
  const cursorForm = object({ name, owner: person, metadata: object({ description: text }), plugins: cursor });
  expect(errorsOf(cursorForm, '.cursor-plugin/marketplace.json')).toBeNull();
  const path = { enum: executableNames.map((one) => `./cli/${one}`) };
  const policy = object({ installation: { const: 'AVAILABLE' }, authentication: { const: 'ON_INSTALL' } });
  const codex = list(object({ name, source: object({ source: { const: 'local' }, path }), policy, category: text }));
  const codexForm = object({ name, interface: object({ displayName: text }), plugins: codex });
  expect(errorsOf(codexForm, '.agents/plugins/marketplace.json')).toBeNull();
});

import { cpSync, existsSync, linkSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { artefacts, findProgram, type Machine, openMachine, shared } from './machine.ts';

interface Plugin {
  readonly name: string;
  readonly source: string;
}

interface Manifest {
  readonly mcpServers?: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

let machine: Machine;
let release: string;
beforeAll(async () => {
  machine = openMachine('20');
  const name = readdirSync(artefacts).find((file) => /^platform-\d.*\.tgz$/.test(file)) ?? '';
  cpSync(join(artefacts, name), join(machine.folder, name));
  release = name.replace(/\.tgz$/, '');
  expect(await machine.run(`tar --extract --gzip --file ${name}`)).toMatchObject({ code: 0 });
});

const textOf = (...path: readonly string[]): string => readFileSync(join(machine.folder, release, ...path), 'utf8');

test('plugins: the marketplace of a release has every plugin with its program, and agent-id-mcp starts its server', async () => {
  const { plugins }: { readonly plugins: readonly Plugin[] } = JSON.parse(textOf('.claude-plugin/marketplace.json'));
  expect(plugins).toHaveLength(5);
  for (const { name, source } of plugins) {
    const folder = join(machine.folder, release, source);
    expect(existsSync(join(folder, 'bin/cli.mjs')), name).toBe(true);
    // Claude Code copies the folder of a plugin alone.
    await machine.run(`cp -r ${folder} ./${name}`);
  }
  const { mcpServers = {} }: Manifest = JSON.parse(textOf('cli/agent-id-mcp/.claude-plugin/plugin.json'));
  const [server] = Object.values(mcpServers);
  const command = [server?.command ?? '', ...(server?.args ?? [])].join(' ');
  const request = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`;
  const { stdout } = await machine.run(`echo '${request}' | ${command}`, {
    env: { CLAUDE_PLUGIN_ROOT: join(machine.folder, 'agent-id-mcp') },
  });
  expect(JSON.parse(stdout)).toMatchObject({ result: { serverInfo: { name: 'agent-id-mcp' } } });
});

interface ClaudeHooks {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>;
}
interface CursorHooks {
  readonly hooks: Readonly<Record<string, readonly { readonly command: string }[]>>;
}

test('plugins: the hooks of Claude Code, Codex, VS Code and Cursor record a tool call, when the user asked for it', async () => {
  const folder = 'cli/agent-id-core';
  const claudeHooks: ClaudeHooks = JSON.parse(textOf(folder, 'hooks/hooks.json'));
  const cursorHooks: CursorHooks = JSON.parse(textOf(folder, 'hooks/cursor.json'));
  const root = join(machine.folder, release, folder);
  const program = `node ${root}/bin/cli.mjs`;
  const env = { CLAUDE_PLUGIN_ROOT: root, CURSOR_PLUGIN_ROOT: root, AGENT_ID_STATE_DIR: join(machine.folder, 'agent') };
  await machine.run(`${program} init`, { env });
  const call = `echo '{"tool_name":"Bash","tool_input":{"command":"true"}}' | `;
  const commands = [claudeHooks.hooks['PostToolUse']?.[0]?.hooks[0], cursorHooks.hooks['postToolUse']?.[0]];
  for (const [index, hook] of commands.entries()) {
    for (const [audit, operations] of [
      ['none', index],
      ['all', index + 1],
    ] as const) {
      const options = { env: { ...env, AGENT_ID_AUDIT: audit } };
      expect(await machine.run(`${call}${hook?.command}`, options)).toEqual({ code: 0, stdout: '{}\n', stderr: '' });
      const { stdout } = await machine.run(`${program} verify`, { env });
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, operations });
    }
  }
});

/** The program of Claude Code, which .ci/run installs; it validates manifests without a network or an account. */
const claude = findProgram('claude');

test.skipIf(claude === undefined)(
  'plugins: Claude Code finds the manifests valid, installs agent-id-mcp from a release, and connects to its server',
  async () => {
    const program = join(shared, 'claude');
    try {
      linkSync(claude ?? '', program);
    } catch {
      cpSync(claude ?? '', program, { dereference: true });
    }
    const env = { DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
    const valid = await machine.run(`${program} plugin validate --strict .`, { cwd: release, env });
    expect(valid, valid.stdout).toMatchObject({ code: 0 });
    const documented = readFileSync(join(machine.folder, release, 'README.md'), 'utf8');
    const commands = [...documented.matchAll(/^claude (plugin .*)$/gm)].map(([, args]) => `${program} ${args}`);
    expect(commands).toHaveLength(2);
    const installed = await machine.run(commands.join('\n'), { cwd: release, env });
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    expect((await machine.run(`${program} mcp list`, { env })).stdout).toMatch(/agent-id-mcp.*Connected/);
  },
);

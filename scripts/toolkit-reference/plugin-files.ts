import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../cli/shared/command/command.ts';
import { manPage } from './man-page.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'cli');

const maintainers = { name: 'The maintainers of the agent identity toolkit' };

/** MCP servers of a plugin. The program is a part of it, because Claude Code copies the folder of the plugin alone. */
const serversOf: Readonly<Record<string, object>> = {
  'agent-id-mcp': { 'agent-id': { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/bin/cli.mjs'] } },
};

/** A generated file and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(cli, name, 'plugin.json'), 'utf8')) as Manifest;

/** SKILL.md at the place where Claude Code looks for it, two folders further down. */
function skillOf(name: string): string {
  const here = '`<plugin_dir>` is the folder of this file';
  const text = readFileSync(join(cli, name, 'SKILL.md'), 'utf8');
  if (!text.includes(here)) throw new Error(`cli/${name}/SKILL.md does not say what <plugin_dir> is: "${here}"`);
  return text.replace(here, '`<plugin_dir>` is `${CLAUDE_PLUGIN_ROOT}`, two folders above the folder of this file');
}

function filesOf(program: Program): readonly GeneratedFile[] {
  const { name, version, description, license } = manifestOf(program.name);
  const folder = join(cli, name);
  const mcpServers = serversOf[name];
  const plugin = { name, version, description, author: maintainers, license, ...(mcpServers && { mcpServers }) };
  return [
    { path: join(folder, 'man', `${name}.1`), content: manPage(program) },
    { path: join(folder, '.claude-plugin/plugin.json'), content: json(plugin) },
    { path: join(folder, 'skills', name, 'SKILL.md'), content: skillOf(name) },
  ];
}

/**
 * Man pages, and the layout of Claude Code plugins with their marketplace. The marketplace is at the root, where Claude Code
 * looks for it; the plugins have their programs in a release, and in a clone after `npm ci`.
 */
export function pluginFiles(programs: readonly Program[]): readonly GeneratedFile[] {
  const plugins = programs.map(({ name }) => {
    const { version, description } = manifestOf(name);
    return { name, source: `./cli/${name}`, version, description };
  });
  const marketplace = {
    name: 'agent-identity-toolkit',
    owner: maintainers,
    metadata: {
      description: 'An AI agent with a key of its own, bound to a human owner: signed commits, requests and records.',
    },
    plugins,
  };
  return [
    ...programs.flatMap(filesOf),
    { path: join(root, '.claude-plugin/marketplace.json'), content: json(marketplace) },
  ];
}

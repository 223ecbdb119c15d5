import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../cli/shared/program.ts';
import { manPage } from './man-page.ts';

const cli = join(import.meta.dirname, '../../cli');

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
  return [
    { path: join(folder, 'man', `${name}.1`), content: manPage(program) },
    { path: join(folder, '.claude-plugin/plugin.json'), content: json({ name, version, description, license }) },
    { path: join(folder, 'skills', name, 'SKILL.md'), content: skillOf(name) },
  ];
}

/** Man pages, and the layout of Claude Code plugins with their marketplace. */
export function pluginFiles(programs: readonly Program[]): readonly GeneratedFile[] {
  const plugins = programs.map(({ name }) => {
    const { version, description } = manifestOf(name);
    return { name, source: `./${name}`, version, description };
  });
  const marketplace = {
    name: 'agent-identity-toolkit',
    owner: { name: 'The maintainers of the agent identity toolkit' },
    plugins,
  };
  return [
    ...programs.flatMap(filesOf),
    { path: join(cli, '.claude-plugin/marketplace.json'), content: json(marketplace) },
  ];
}

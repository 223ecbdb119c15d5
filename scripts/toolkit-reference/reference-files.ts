import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../cli/shared/command/command.ts';
import { hostFilesOf, marketplaceFiles, type PluginDescription } from './host-files.ts';
import { manPage } from './man-page.ts';

const root = join(import.meta.dirname, '../..');

/** A generated file and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const jsonFiles = (folder: string, files: Readonly<Record<string, object>>): readonly GeneratedFile[] =>
  Object.entries(files).map(([path, value]) => ({
    path: join(folder, path),
    content: `${JSON.stringify(value, null, 2)}\n`,
  }));

const pluginOf = ({ name }: Program): PluginDescription =>
  JSON.parse(readFileSync(join(root, 'cli', name, 'plugin.json'), 'utf8')) as PluginDescription;

/** SKILL.md at the place where Claude Code looks for it, two folders further down. */
function skillOf(name: string): string {
  const here = '`<plugin_dir>` is the folder of this file';
  const text = readFileSync(join(root, 'cli', name, 'SKILL.md'), 'utf8');
  if (!text.includes(here)) throw new Error(`cli/${name}/SKILL.md does not say what <plugin_dir> is: "${here}"`);
  return text.replace(here, '`<plugin_dir>` is `${CLAUDE_PLUGIN_ROOT}`, two folders above the folder of this file');
}

function filesOf(program: Program): readonly GeneratedFile[] {
  const folder = join(root, 'cli', program.name);
  return [
    { path: join(folder, 'man', `${program.name}.1`), content: manPage(program) },
    { path: join(folder, 'skills', program.name, 'SKILL.md'), content: skillOf(program.name) },
    ...jsonFiles(folder, hostFilesOf(pluginOf(program))),
  ];
}

/** Man pages, and the layouts of plugins with their marketplaces for each host. */
export const pluginFiles = (programs: readonly Program[]): readonly GeneratedFile[] => [
  ...programs.flatMap(filesOf),
  ...jsonFiles(root, marketplaceFiles(programs.map(pluginOf))),
];

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { authProgram } from '../../cli/agent-id-auth/program.ts';
import { coreProgram } from '../../cli/agent-id-core/program.ts';
import { gitProgram } from '../../cli/agent-id-git/program.ts';
import { mcpProgram } from '../../cli/agent-id-mcp/program.ts';
import { vaultProgram } from '../../cli/agent-id-vault/program.ts';
import { failureCodes } from '../../cli/shared/failure.ts';
import { commandHelp, programHelp } from '../../cli/shared/command/command-line.ts';
import { releaseScripts } from '../release/stage-release.ts';

const root = resolve(import.meta.dirname, '..', '..');
const executables = [coreProgram, gitProgram, vaultProgram, authProgram, mcpProgram];
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** A text that a program may print, and where it is. */
interface Printed {
  readonly file: string;
  readonly text: string;
}

/** The lines of sources without comments; a text may be the remedy of an error. */
function printedIn(pattern: string): readonly Printed[] {
  const files = globSync(pattern, { cwd: root, exclude: (name) => /node_modules|\.test\.tsx?$|bin$/.test(name) });
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|import )/.test(line))
      .map((text) => ({ file, text })),
  );
}

const toolkit = printedIn('cli/**/*.{ts,md}');
const platform = printedIn('{src,scripts,specs}/**/*.{ts,tsx,mjs,yaml}');

/** Commands of the executables that are named after a verb of a remedy, with their flags. */
function remediesIn({ file, text }: Printed): readonly (readonly [file: string, command: string])[] {
  const named =
    /(?:[Rr]un|with|then|or|and|of|by|also:|received|In|in) (agent-id-(?:core|git|vault|auth|mcp)(?: [a-z][a-z-]*)+(?: --[a-z-]+)*)/g;
  return [...text.matchAll(named)].map(([, command = '']) => [file, command]);
}

const unique = <Row extends readonly string[]>(rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map((row) => [row.join('\n'), row])).values(),
];

const remedies = unique([...toolkit, ...platform].flatMap(remediesIn));

test('remedies: the messages of the toolkit name commands', () => {
  expect(remedies.length).toBeGreaterThan(20);
});

test.each(remedies)('%s: %s is a command with these flags', (_file, remedy) => {
  const [name, ...words] = remedy.split(' ');
  const program = executables.find((one) => one.name === name);
  // A sentence may continue after the command.
  const command = program?.commands.find((one) => `${words.join(' ')} `.startsWith(`${one.name} `));
  expect(command, `${remedy} is no command`).toBeDefined();
  for (const flag of words.filter((word) => word.startsWith('--')))
    expect(Object.keys(command?.flags ?? {}), remedy).toContain(flag.slice(2));
});

test('remedies: no message abbreviates the name of an executable', () => {
  const abbreviated =
    /(?<![\w-])(?:core|vault|gitagent) (?:auth|bind|bootstrap|init|status|rotate|verify|store|exec|export-proof|passphrase)\b/;
  const found = [
    ...Object.values(failureCodes),
    ...toolkit.filter(({ file }) => file.endsWith('.ts')).map(({ text }) => text),
  ];
  expect(found.filter((text) => abbreviated.test(text))).toEqual([]);
});

test('usage: it names the executable, which a package installs, and no path', () => {
  for (const program of executables) {
    const { bin } = JSON.parse(readFileSync(join(root, 'cli', program.name, 'package.json'), 'utf8')) as {
      readonly bin: object;
    };
    expect(Object.keys(bin)).toEqual([program.name]);
    expect(programHelp(program)).toContain(`\nUsage: ${program.name} <command> [flags]\n`);
    for (const command of program.commands)
      expect(commandHelp(program, command)).toContain(`\nUsage: ${program.name} ${command.name} [flags]`);
  }
});

/** Scripts that a text tells a person to run, with the words after `--`. */
const npmRun = /npm run (?:--silent )?([a-z][a-z:-]*)(?: -- ([^`'"<\\)]*))?/g;
const instructions = unique(
  [...toolkit, ...platform].flatMap(({ file, text }) =>
    [...text.matchAll(npmRun)].map(([, script = '', words = '']) => [file, script, words.trim()] as const),
  ),
);

/** Everything that a program can print of its usage, in its file and in the folder of its commands. */
function sourceOf(script: string): string {
  const file = /node (\S+)/.exec(scripts[script] ?? '')?.[1] ?? '';
  const name = file.replace(/^scripts\/|\.(?:ts|mjs)$/g, '');
  return globSync([`scripts/${name}{.ts,.mjs,/**/*.ts}`, `cli/platform/${name}/**/*.ts`], { cwd: root })
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

test.each(instructions)('%s: npm run %s -- %s exists', (_file, script, words) => {
  expect(Object.keys(scripts)).toContain(script);
  const flags = words.split(' ').filter((word) => /^--[a-z]/.test(word));
  const source = sourceOf(script);
  for (const flag of flags)
    expect(source, `${script} ${flag}`).toMatch(new RegExp(`${flag}\\b|['\\s]${flag.slice(2)}['\\s]?:`));
});

test('remedies: npx platform is followed by a command or a program of an operator', () => {
  const names = (pattern: RegExp, printed: readonly Printed[]) =>
    printed.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const known = [...names(/describeCommand\('([a-z]+)'/g, toolkit), ...releaseScripts];
  const named = names(/npx platform ([a-z][a-z:-]*)/g, [...toolkit, ...platform]);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('remedies: what a release says to run is in a release', () => {
  const shipped = [
    'src/composition/',
    'src/runtime/',
    ...releaseScripts.map((name) => `scripts/${name.replace(':', '-')}`),
  ];
  const missing = instructions
    .filter(([file]) => shipped.some((folder) => file.startsWith(folder)))
    .map(([, script]) => script)
    .filter((script) => !releaseScripts.includes(script));
  expect(missing).toEqual([]);
});

test('remedies: a page names commands of the program platform, which a clone, a release and a package have', () => {
  const pages = platform.filter(({ file }) => file.startsWith('src/web/'));
  // What only a clone can build.
  const found = pages.filter(({ text }) => /npm run (?!prepare|build:docs)/.test(text));
  expect(found).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'remedies: npx starts the program platform of a clone without installing it',
  () => {
    const { stdout } = spawnSync('npx', ['--no', '--', 'platform', '--help'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('platform dev');
  },
);

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Whether npm starts a script before another one, without arguments. */
const isHook = (name: string): boolean => name.startsWith('pre') && Object.hasOwn(scripts, name.slice('pre'.length));

/** Programs of this repository, by the script that starts them. */
const programs = Object.entries(scripts).flatMap(([name, command]) => {
  const program = /^(?:exec )?node (\S+)/.exec(command)?.[1];
  return program === undefined || isHook(name) ? [] : [[name, program] as const];
});

/** Starts the programs of its arguments with `--help`, one after the other, so that they load shared modules once. */
const startAll = `
  import { pathToFileURL } from 'node:url';
  const ended = Symbol('the program ended');
  const [, ...files] = process.argv;
  const outcomes = {};
  let outcome;
  console.log = (text) => (outcome.stdout += text + '\\n');
  process.exit = (status) => { outcome.status ??= status ?? 0; throw ended; };
  for (const file of files) {
    outcome = outcomes[file] = { status: null, stdout: '' };
    process.argv = [process.execPath, file, '--help'];
    await import(pathToFileURL(file).href + '?' + file).then(
      () => (outcome.status ??= process.exitCode ?? 0),
      (error) => { if (error !== ended) outcome.stdout += String(error?.stack); },
    );
  }
  process.stdout.write(JSON.stringify(outcomes));
`;

const folder = mkdtempSync(join(tmpdir(), 'help-'));
afterAll(() => rmSync(folder, { recursive: true }));
const start = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
    // A program that starts something and waits fails here.
    timeout: 120_000,
  });

test('programs: every script of package.json starts one program, so that --help reaches it', () => {
  expect(programs.length).toBeGreaterThan(35);
  expect(Object.entries(scripts).filter(([, command]) => /^node .*&&/.test(command))).toEqual([]);
});

/** Parts of these programs are used by others, so that they do something only when they are started themselves. */
const startedAlone = ({ 1: program }: (typeof programs)[number]) =>
  !/^showHelp\(/m.test(readFileSync(join(root, program), 'utf8'));
const usage = expect.stringMatching(/^Usage: (?:npm (?:run|start)|npx platform) /);

test('npm run … -- --help prints how every program is used, and does nothing else', () => {
  const together = programs.filter((one) => !startedAlone(one));
  const files = new Set(together.map(([, program]) => join(root, program)));
  const { status, stdout, stderr } = start('--input-type=module', '--eval', startAll, ...files);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const outcomes = JSON.parse(stdout) as Readonly<Record<string, object>>;
  for (const [name, program] of together)
    expect({ name, ...outcomes[join(root, program)] }).toEqual({ name, status: 0, stdout: usage });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([['doctor', 'scripts/doctor.ts'] as const, ...programs.filter(startedAlone)])(
  'npm run %s -- --help ends with 0, and does nothing else',
  (_name, program) => {
    const { status, stderr, stdout } = start(join(root, program), '--help');
    expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: usage });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('npm run dev:info names a setting that is not valid, without a stack trace', () => {
  const program = `process.env.SSO_PORT = 'abc'; await import(${JSON.stringify(join(root, 'scripts/dev-info.ts'))});`;
  const { status, stdout, stderr } = start('--input-type=module', '--eval', program);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe('The settings are not valid:\n  SSO_PORT is "abc", not a whole number from 0 to 65535\n');
});

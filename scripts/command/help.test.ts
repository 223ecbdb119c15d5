import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

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

test('programs: every script of package.json starts one program, so that --help reaches it', () => {
  expect(programs.length).toBeGreaterThan(35);
  expect(Object.entries(scripts).filter(([, command]) => /^node .*&&/.test(command))).toEqual([]);
});

test.each(programs)('npm run %s -- --help prints how it is used, and does nothing else', (_name, program) => {
  const folder = mkdtempSync(join(tmpdir(), 'help-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program), '--help'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
      // A program that starts something and waits fails here.
      timeout: 60_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm (?:run|start) /);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

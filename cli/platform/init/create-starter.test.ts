import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../main.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'starters-'));
  writeFileSync(join(folder, 'sdk.tgz'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `platform init hono` with --json. @returns its exit code and the object that it printed */
function init(args: readonly string[], cwd = folder) {
  const command = [program, 'init', 'hono', ...args, '--sdk', join(folder, 'sdk.tgz'), '--json'];
  const { status, stdout } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  return { status, ...JSON.parse(stdout) };
}

test('platform init: the name of a folder with a space is quoted in the command that enters it', () => {
  expect(init(['My Notes'])).toMatchObject({ status: 0, next: ['cd "My Notes"', 'npm install', 'npm start'] });
  expect(init(['notes'])).toMatchObject({ status: 0, next: ['cd notes', 'npm install', 'npm start'] });
});

test('platform init: a starter in the current folder is not entered', () => {
  const here = mkdtempSync(join(folder, 'here-'));
  expect(init(['.'], here)).toMatchObject({ status: 0, next: ['npm install', 'npm start'] });
  expect(readFileSync(join(here, 'package.json'), 'utf8')).toContain('sdk.tgz');
});

test.each([
  ['--client', 'nope'],
  ['--sso-url', 'localhost:4001'],
  ['--sso-url', 'http://localhost:undefined'],
  ['--webhook-public-key', 'zz'],
])('platform init: %s %s is refused before anything is written', (option, value) => {
  expect(init(['refused', option, value])).toMatchObject({ status: 2, code: 'invalid_argument' });
  expect(init(['refused', option, value]).error).toContain(`${option} is ${value}`);
});

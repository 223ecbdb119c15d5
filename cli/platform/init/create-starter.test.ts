import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localSigningKeys, printKeys } from '../webhooks/listen.ts';

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
  ['hono', '.env'],
  ['vite', 'api/.env'],
])('platform init: without a webhook key it says where the key of a %s starter is set', (framework, settings) => {
  const printed = (folderName: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [program, 'init', framework, folderName, '--sdk', join(folder, 'sdk.tgz'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  expect(printed(`${framework}-unset`)).toContain(`WEBHOOK_PUBLIC_KEY in ${settings} is set: platform listen --app`);
  expect(readFileSync(join(folder, `${framework}-unset`, settings), 'utf8')).toMatch(/^WEBHOOK_PUBLIC_KEY=$/m);
  expect(printed(`${framework}-set`, '--webhook-public-key', 'ab'.repeat(32))).not.toContain('WEBHOOK_PUBLIC_KEY');
});

test('platform init: a starter reads its webhook key from the variable that platform listen prints', () => {
  const keys = localSigningKeys('ank_00000000000000000000000000');
  const lines: string[] = [];
  printKeys('http://localhost:3001/hooks/push-status', keys, (line) => lines.push(line));
  init(['listens']);
  const [name] =
    lines
      .find((line) => line.includes(keys.publicKey))
      ?.trim()
      .split('=') ?? [];
  expect(readFileSync(join(folder, 'listens', '.env'), 'utf8').split(/[=\n]/)).toContain(name);
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

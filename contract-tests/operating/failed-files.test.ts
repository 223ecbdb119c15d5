import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../fixtures/compose.ts';

const passes = `test('passes', () => {});`;
const fails = `test('fails', () => { throw new Error('It failed.'); });`;
/** Passes, and causes an error outside of the test. */
const failsLater = `test('fails later', () => { setTimeout(() => { throw new Error('Later.'); }); });
afterAll(() => new Promise((done) => { setTimeout(done, 20); }));`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failed-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs test files with the reporter. @returns the exit code, and the lines of FAILED_FILES; undefined when it was not written */
function failedFilesOf(files: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}) {
  const reporter = JSON.stringify(resolve(root, 'contract-tests/failed-files.ts'));
  const config = join(folder, 'vitest.config.mjs');
  writeFileSync(
    config,
    `import { createFailedFilesReporter } from ${reporter};
    const project = (name) => ({ test: { name, globals: true, include: [name + '/*.test.mjs'] } });
    export default { test: { reporters: [createFailedFilesReporter()], projects: [project('src'), project('pages')] } };`,
  );
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const output = join(folder, 'failed');
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--root', folder, '--config', config], {
    env: { ...process.env, TEST_DATABASE_URL: undefined, FAILED_FILES: output, ...env },
  });
  const lines = existsSync(output) ? readFileSync(output, 'utf8').split('\n').filter(Boolean).toSorted() : undefined;
  return { status, lines };
}

test('CI: the files of failed tests and of errors outside of tests are named, so that they run once more', () => {
  const files = { 'pages/a.test.mjs': passes, 'pages/b.test.mjs': fails, 'pages/c.test.mjs': failsLater };
  expect(failedFilesOf(files)).toEqual({ status: 1, lines: ['pages/b.test.mjs', 'pages/c.test.mjs'] });
});

test('CI: when a test of rules fails, no file runs once more, except on a PostgreSQL server', () => {
  const files = { 'src/a.test.mjs': fails, 'pages/b.test.mjs': fails };
  expect(failedFilesOf(files)).toEqual({ status: 1, lines: undefined });
  const onServer = failedFilesOf(files, { TEST_DATABASE_URL: 'postgres://localhost/test' });
  expect(onServer).toEqual({ status: 1, lines: ['pages/b.test.mjs', 'src/a.test.mjs'] });
});

test('CI: without a failure no file is named', () => {
  expect(failedFilesOf({ 'pages/a.test.mjs': passes })).toEqual({ status: 0, lines: [] });
});

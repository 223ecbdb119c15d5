import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = resolve(import.meta.dirname, '../../scripts/measure-pages.ts');

test('pages: transferred bytes and layout shift of each first visit are within their limits', async () => {
  // Fails with exit code 1 and the printed table when a page exceeds a limit.
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--full-speed', '--rounds', '1']);
  const rows = stdout.split('\n').map((line) => line.split(/\s+/)[0]);
  expect(rows).toEqual([
    'page',
    'start',
    'portal',
    'forum',
    'post',
    'host',
    'approval',
    'account',
    'docs',
    'guide',
    'overview',
    'reference',
    'search',
    '',
  ]);
  expect(stdout).toMatch(/^portal +\d{5,6} of 130000/m);
  expect(stdout).toMatch(/^host +\d{5} of 100000/m);
  expect(stdout).not.toContain('exceeds');
});

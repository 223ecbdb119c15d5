import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('docs/follow-one-request.md: the three requests enter every listed function, at the listed line', async () => {
  const program = resolve(import.meta.dirname, 'follow-request.ts');
  const env = { ...process.env, TEST_DATABASE_URL: undefined };
  const { stderr } = await promisify(execFile)(process.execPath, [program, '--check'], { env });
  expect(stderr).not.toContain('follow-one-request');
});

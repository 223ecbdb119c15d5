import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'scripts', 'seed-forum.ts');

/** Runs the program on an embedded database. @returns its exit code and what it printed */
const seed = (dataDir: string) =>
  new Promise<{ readonly code: number | string; readonly output: string }>((resolve) => {
    const { DATABASE_URL: _server, ...env } = process.env;
    execFile(
      process.execPath,
      [program, '--posts', '20'],
      { env: { ...env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

test('seed:forum fills the embedded database of npm start once, and leaves a full forum as it is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seed-forum-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect((await seed(dataDir)).code).toBe(0);
  const again = await seed(dataDir);
  expect([again.code, again.output]).toEqual([2, expect.stringContaining('The forum in this database is not empty')]);
});

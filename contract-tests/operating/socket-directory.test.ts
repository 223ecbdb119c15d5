import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');

test.each([
  ['npm start', ['src/main.ts', 'forum'], 'The platform cannot start: '],
  ['npm run migrate', ['scripts/migrate.ts'], ''],
])('%s: without the directory of the database socket, one line says what is missing', (_name, program, begin) => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  const missing = join(folder, 'postgresql');
  const [file = '', ...args] = program;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      FORUM_PORT: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL: `postgres:///platform?host=${missing}`,
    },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const line = `${begin}The directory ${missing} of PostgreSQL's socket does not exist: start PostgreSQL, which creates it, or correct the host of DATABASE_URL.\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line });
});

import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

describe.skipIf(findPostgres() === undefined)('npm run migrate', () => {
  let postgres: TemporaryPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const migrate = (...args: readonly string[]): string[] =>
    execFileSync(process.execPath, ['scripts/migrate.ts', ...args], {
      cwd: resolve(import.meta.dirname, '..', '..'),
      env: { ...process.env, DATABASE_URL: postgres.url },
      encoding: 'utf8',
    })
      .split('\n')
      .filter(Boolean);

  test('migrate: --dry-run and --status list what is pending and change nothing', () => {
    expect(migrate('--dry-run')).toContainEqual(expect.stringMatching(/^forum +0001-initial$/));
    expect(migrate('--status')).toContainEqual(expect.stringMatching(/^sso +none, pending: 0001-initial/));
  });

  test('migrate: after a run nothing is pending', () => {
    expect(migrate()).toContainEqual(expect.stringMatching(/^sso +\d{4}-\S+$/));
    expect(migrate('--dry-run')).toEqual([]);
  });
});

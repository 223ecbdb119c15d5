import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import type { Migration } from '../runtime/database/migrations.ts';
import { areaServices } from './platform-services.ts';
import released from './released-migrations.json' with { type: 'json' };

/** Returns a digest of the statements of a migration, independent of white space. */
async function digest({ up }: Migration): Promise<string> {
  const statements: string[] = [];
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.replace(/\s+/g, ' ').trim()),
  });
  await up(recorder);
  expect(statements.length).toBeGreaterThan(0);
  return createHash('sha256').update(statements.join('\n')).digest('hex');
}

test('migrations: a released migration never changes, and released-migrations.json lists all of them', async () => {
  const now: Record<string, Record<string, string>> = {};
  for (const [name, { migrations }] of Object.entries(areaServices)) {
    now[name] = {};
    for (const step of migrations) now[name][step.name] = await digest(step);
  }
  // If a line differs, restore the migration and write a new one. If a line is missing, append it to the file.
  expect(now).toEqual(released);
});

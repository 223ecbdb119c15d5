import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import { type SsoDatabase, ssoMigrations } from '../database.ts';
import { bySecretKeys } from './secret-key-rows.ts';
import { createGrantStore } from './grant-store.ts';

const database = useStarted(() => createTestDatabase({ area: 'sso', migrations: ssoMigrations }));

const challenges = bySecretKeys((db, hasKey) =>
  db.selectFrom('sso.code_challenges').select('code_challenge as hash').where(hasKey('code_challenge', 'bucket')),
);

test('sso: a query by keys finds the row of each, whatever their number', async () => {
  const db = database.as<SsoDatabase>();
  const keys = Array.from({ length: 9 }, (_, index) => ({ hash: `hash ${index}`, bucket: index }));
  await db
    .insertInto('sso.code_challenges')
    .values(keys.map(({ hash, bucket }) => ({ code_challenge: hash, bucket, seen_at: new Date(0) })))
    .execute();
  for (let count = 1; count <= keys.length; count++) {
    const some = keys.slice(-count);
    const found = await challenges(db, some);
    expect(found.map(({ hash }) => hash).toSorted()).toEqual(some.map(({ hash }) => hash));
  }
});

test('sso: queries by up to 256 keys have nine texts, which connections prepare', async () => {
  const { plugin, executed } = recordStatements();
  const db = database.as<SsoDatabase>().withPlugin(plugin);
  for (const count of [1, 2, 3, 5, 9, 17, 33, 65, 129, 255, 256])
    await challenges(
      db,
      Array.from({ length: count }, (_, index) => ({ hash: `${index}`, bucket: index })),
    );
  const texts = executed.map((node) => database.db.getExecutor().compileQuery(node, { queryId: 'executed' }).sql);
  expect(new Set(texts).size).toBe(9);
});

// A distributed engine plans each execution on the node of its key.
test.runIf(process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_CITUS'] === undefined)(
  'sso: PostgreSQL keeps one plan of the query that reads the request of a code',
  async () => {
    const connection = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    const { ofCode } = createGrantStore(connection.as<SsoDatabase>());
    for (let time = 0; time < 10; time++) await ofCode({ hash: `hash ${time}`, bucket: time });
    const { rows } = await sql`
      select custom_plans::integer as each, generic_plans::integer as kept from pg_prepared_statements
      where statement like '%"code_hash"%'`.execute(connection.db);
    await connection.close();
    expect(rows).toEqual([{ each: 5, kept: 5 }]);
  },
);

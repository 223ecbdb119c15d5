import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { executedShapes, testDistribution } from '../fixtures/citus.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const root = resolve(import.meta.dirname, '..', '..');

const platform = useStarted(() => startPlatform({ env: { DEMO_DATA: 'true' } }), deletePlatformData);

test('citus: the tables are distributed over both workers', async () => {
  const database = await openDatabase({ databaseUrl: platform.env['DATABASE_URL'], poolSize: 1 });
  const { rows } = await sql<{ kind: string; nodes: number }>`
    select citus_table_type as kind, count(distinct nodeport)::integer as nodes
    from citus_shards where citus_table_type in ('schema', 'distributed') group by 1 order by 1`.execute(database.db);
  await database.close();
  expect(rows).toEqual([{ kind: testDistribution() === 'rows' ? 'distributed' : 'schema', nodes: 2 }]);
});

test('citus: the demo succeeds', async () => {
  const demo = promisify(execFile)(process.execPath, [join(root, 'scripts/demo.ts')], { env: platform.env });
  // An agent repeats a request that failed, for as long as its link counts.
  const { stdout } = await demo.catch((error: unknown) => {
    throw new Error(`${String(error)}\n${platform.log().slice(-20_000)}`);
  });
  expect(stdout).toMatch(/The demo succeeded\. Every step above was checked\.\n$/);
});

test('citus: no statement of the demo and of the workers beside it was refused', () => {
  const refused = [...platform.log().matchAll(/"err":\{"type":"DatabaseError","message":"([^"]*)"/g)];
  expect(refused.map(([, message]) => message)).toEqual([]);
});

// A schema on a node has no rows elsewhere.
test.runIf(testDistribution() === 'rows')('citus: statements of spread rows, by the nodes that they ask', async () => {
  const { oneNode, allNodes } = await executedShapes(platform.env['DATABASE_URL'] ?? '', 'notifications');
  console.log(`${oneNode.length} shapes ask one node, ${allNodes.length} all nodes:\n${allNodes.join('\n')}`);
  expect(oneNode.length).toBeGreaterThan(0);
});

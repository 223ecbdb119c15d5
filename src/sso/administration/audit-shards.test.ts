import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import { testDistribution } from '../../../contract-tests/fixtures/citus.ts';
import { enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(startSso);

// Each shard is a table of its own on a worker.
test.runIf(testDistribution() === 'rows')('citus: shards of events on record reject changes and TRUNCATE', async () => {
  const actor = await enrol(sso);
  const { rows } = await sql<{ shard: string; port: number; database: string }>`
    select shard_name as shard, nodeport as port, current_database() as database from citus_shards
    where shardid = get_shard_id_for_distribution_column('sso.audit_events', ${sql.lit(bucketOf(actor.sub))})`.execute(
    sso.db,
  );
  for (const { shard, port, database: name } of rows) {
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    [url.port, url.pathname] = [String(port), name];
    const worker = await openDatabase({ databaseUrl: url.href, poolSize: 1 });
    await sql`set citus.enable_manual_changes_to_shards = on`.execute(worker.db);
    for (const change of [`delete from ${shard}`, `update ${shard} set event = 'other'`, `truncate ${shard}`])
      await expect(sql.raw(change).execute(worker.db), change).rejects.toThrow('never changed');
    await worker.close();
  }
  expect(rows).toHaveLength(1);
});

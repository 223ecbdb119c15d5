import { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../../src/runtime/database/database.ts';

const [server, pooler] = [process.env['TEST_DATABASE_URL'], process.env['TEST_POOLER_URL']];
const limits = `select current_setting('statement_timeout') as statement,
  current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`;

describe.skipIf(server === undefined || pooler === undefined)('PgBouncer in transaction mode', () => {
  test('PgBouncer: statements have the timeouts of a direct connection on every shared connection', async () => {
    const direct = await openDatabase({ databaseUrl: server, poolSize: 1 });
    const { rows: expected } = await sql.raw(limits).execute(direct.db);
    await direct.close();

    // A plain pool, whose connections set no timeouts. Concurrent transactions make PgBouncer use several server
    // connections.
    const pool = new Pool({ connectionString: pooler, max: 30 });
    const clients = await Promise.all(Array.from({ length: 30 }, () => pool.connect()));
    const seen = new Map<unknown, unknown>();
    await Promise.all(clients.map((client) => client.query('begin')));
    for (const client of clients) {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      seen.set(rows[0]?.pid, (await client.query(limits)).rows[0]);
    }
    await Promise.all(clients.map((client) => client.query('rollback')));
    for (const client of clients) client.release();
    await pool.end();

    expect(seen.size).toBe(clients.length);
    expect(new Set([...seen.values()].map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify(expected[0])]),
    );
    expect(expected[0]).toMatchObject({ statement: '30s', lock: '5s', idle: '1min', zone: 'UTC' });
  });
});

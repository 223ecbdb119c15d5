import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { backendMigrations } from '../../src/backend/migrations/index.ts';
import { openDatabase } from '../../src/runtime/database.ts';
import { migrate } from '../../src/runtime/migrations.ts';

/** The user whose transactions are listed: one in a thousand, at most 100. */
export const payer = 'payer-0';
const transactionsOfPayer = 100;

/** Fills an empty database with a forum. */
export function fillForum(databaseUrl: string, posts: number): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'seed-forum.ts'), '--posts', String(posts)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  });
}

/** Fills an empty database with transactions of many users. */
export async function fillTransactions(databaseUrl: string, transactions: number): Promise<void> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  await migrate(database, 'backend', backendMigrations);
  await database.close();

  // A separate pool, because the pool of the services cancels long statements.
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    // Disables foreign keys for this session, because the payment intents are not created.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set synchronous_commit = off`.execute(db);
    await sql`
      insert into backend.transactions (id, sender_platform_id, recipient_address, tx_hash, status, amount, token,
        network, invoice, test, payload, created_at)
      select gen_random_uuid(),
        'payer-' || case when n % greatest(1, ${transactions}::bigint / ${transactionsOfPayer}) = 0 then 0 else n % 50000 + 1 end,
        'recipient', 'hash-' || n, 'paid', '1000000', 'USDC', 'chain', 'inv-' || n, null, '{}',
        '2025-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1::bigint, ${transactions}) as n`.execute(db);
    await sql`vacuum analyze backend.transactions`.execute(db);
  } finally {
    await db.destroy();
  }
}

import { type Kysely, Transaction } from 'kysely';

/** Does all of the work or nothing of it: within the transaction that is open already, or in one of its own. */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

import { type Kysely, Transaction } from 'kysely';

/** Runs the work in the transaction that is open already, otherwise in a new one. */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

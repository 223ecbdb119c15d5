import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { PagePosition } from '../../runtime/http/page.ts';
import type { BackendDatabase, ContradictionCause, ContradictionTable } from '../database.ts';

export type ContradictionRow = Omit<Selectable<ContradictionTable>, 'payload_hash'>;

export interface NewContradiction {
  readonly id: string;
  readonly invoice: string;
  readonly txHash: string | null;
  readonly cause: ContradictionCause;
  readonly payloadHash: string;
  /** JSON text. */
  readonly payload: string;
  readonly at: Date;
}

export interface ContradictionListOptions {
  readonly state?: 'open' | 'resolved' | undefined;
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: PagePosition | undefined;
}

export interface Resolution {
  readonly id: string;
  readonly resolution: 'settled' | 'refused';
  readonly reason: string;
  /** Name of the administrator. */
  readonly resolvedBy: string;
  readonly at: Date;
}

const columns = [
  'id',
  'invoice',
  'tx_hash',
  'cause',
  'payload',
  'state',
  'resolution',
  'reason',
  'resolved_by',
  'created_at',
  'resolved_at',
] as const;

/** Open contradictions are counted up to this number. */
const counted = 1000;

export function createContradictionStore(db: Kysely<BackendDatabase>) {
  return {
    /** Stores a contradiction; a redelivery of its payload is stored once. @returns whether this call stored it */
    add: async ({ id, invoice, txHash, cause, payloadHash, payload, at }: NewContradiction): Promise<boolean> => {
      const inserted = await db
        .insertInto('backend.contradictions')
        .values({
          id,
          invoice,
          tx_hash: txHash,
          cause,
          payload_hash: payloadHash,
          payload,
          state: 'open',
          created_at: at,
        })
        .onConflict((conflict) => conflict.columns(['invoice', 'payload_hash']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Returns one page, newest first, from the index contradictions_open or contradictions_created_at. */
    list: ({ state, limit, after }: ContradictionListOptions): Promise<ContradictionRow[]> => {
      let query = db
        .selectFrom('backend.contradictions')
        .select(columns)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      // A literal, so that the planner sees that the partial index contains the rows.
      if (state !== undefined) query = query.where('state', '=', sql.lit(state));
      if (after !== undefined)
        query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
      return query.execute();
    },

    /** Returns the number of open contradictions, at most 1000. */
    countOpen: async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select from backend.contradictions where state = 'open' limit ${counted}
        ) as open`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /**
     * Resolves an open contradiction in a transaction.
     *
     * @param work what else belongs to the transaction; receives the locked row, and changes nothing when it throws
     * @returns the resolved row; undefined when there is none
     */
    resolve: (
      { id, resolution, reason, resolvedBy, at }: Resolution,
      work: (row: ContradictionRow & { readonly payload_text: string }, trx: Kysely<BackendDatabase>) => Promise<void>,
    ): Promise<ContradictionRow | undefined> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('backend.contradictions')
          .select([...columns, sql<string>`payload::text`.as('payload_text')])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await work(row, trx);
        return trx
          .updateTable('backend.contradictions')
          .set({ state: 'resolved', resolution, reason, resolved_by: resolvedBy, resolved_at: at })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow();
      }),
  };
}

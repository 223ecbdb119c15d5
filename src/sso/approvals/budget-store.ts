import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { type Approval, type AskedSoFar, defaultBudget, type RequestBudget } from './approval.ts';
import { waits } from './approval-rows.ts';
import type { MandateUse } from './details.ts';

/** Reads and sets how often each agent may ask an owner. */
export function createBudgetStore(db: Kysely<SsoDatabase>) {
  return {
    get: async (ownerSub: string): Promise<RequestBudget> => {
      const row = await db
        .selectFrom('sso.request_budgets')
        .select(['per_hour as perHour', 'per_day as perDay'])
        .where('owner_sub', '=', ownerSub)
        .executeTakeFirst();
      return row ?? defaultBudget;
    },

    async set(ownerSub: string, { perHour, perDay }: RequestBudget): Promise<void> {
      await db
        .insertInto('sso.request_budgets')
        .values({ owner_sub: ownerSub, per_hour: perHour, per_day: perDay })
        .onConflict((conflict) => conflict.column('owner_sub').doUpdateSet({ per_hour: perHour, per_day: perDay }))
        .execute();
    },
  };
}

const hour = 3_600_000;

interface Asker extends Pick<Approval, 'ownerSub' | 'clientAddress' | 'jkt'> {
  readonly use: Pick<MandateUse, 'subject'> | undefined;
}

/**
 * Counts what an agent asked its owner, and what all agents wait for, and reads what limits it. What a mandate decided asked
 * nobody.
 */
export async function askedSoFar(
  trx: Kysely<SsoDatabase>,
  { ownerSub, clientAddress, jkt, use }: Asker,
  at: Date,
): Promise<AskedSoFar & { readonly budget: RequestBudget; readonly hasMandates: boolean }> {
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
  const { rows } = await sql<AskedSoFar & { readonly hasMandates: boolean } & Nullable<RequestBudget>>`
    select
      count(*) filter (where agent and created_at > ${before(hour)})::int as "lastHour",
      count(*) filter (where agent)::int as "lastDay",
      count(*) filter (where waits)::int as pending,
      coalesce(bool_or(agent and quiet_until > ${at}), false) as quiet,
      (select per_hour from sso.request_budgets where owner_sub = ${ownerSub}) as "perHour",
      (select per_day from sso.request_budgets where owner_sub = ${ownerSub}) as "perDay",
      exists (
        select from sso.mandates
        where owner_sub = ${ownerSub} and client_address = ${clientAddress} and subject = ${use?.subject ?? null}
          and revoked_at is null and ends_at > ${at}
      ) as "hasMandates"
    from (
      select request.created_at, request.quiet_until, ${waits(at)} as waits,
        request.client_address = ${clientAddress} and request.jkt is not distinct from ${jkt} as agent
      from sso.approval_requests request
      join sso.sessions session on session.id = request.parent_id
      join sso.clients client on client.address = request.client_address
      where request.owner_sub = ${ownerSub} and request.created_at > ${before(24 * hour)}
        and (request.decided_by is null or request.decided_by = 'person')
    ) as asked`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A count has no row.');
  const { perHour, perDay, ...asked } = row;
  return { ...asked, budget: perHour === null || perDay === null ? defaultBudget : { perHour, perDay } };
}

type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

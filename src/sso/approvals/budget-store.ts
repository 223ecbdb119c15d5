import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { type Approval, type AskedSoFar, defaultBudget, type RequestBudget } from './approval.ts';
import { waits } from './approval-rows.ts';

/** Reads and sets how often each agent may ask an owner. */
export function createBudgetStore(db: Kysely<SsoDatabase>) {
  return {
    get: (ownerSub: string): Promise<RequestBudget> => readBudget(db, ownerSub),

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

export async function readBudget(db: Kysely<SsoDatabase>, ownerSub: string): Promise<RequestBudget> {
  const row = await db
    .selectFrom('sso.request_budgets')
    .select(['per_hour as perHour', 'per_day as perDay'])
    .where('owner_sub', '=', ownerSub)
    .executeTakeFirst();
  return row ?? defaultBudget;
}

/** Counts what an agent asked its owner, and what all agents wait for. What a mandate decided asked nobody. */
export async function askedSoFar(
  trx: Kysely<SsoDatabase>,
  { ownerSub, clientAddress, jkt }: Pick<Approval, 'ownerSub' | 'clientAddress' | 'jkt'>,
  at: Date,
): Promise<AskedSoFar> {
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
  const { rows } = await sql<AskedSoFar>`
    select
      count(*) filter (where agent and created_at > ${before(hour)})::int as "lastHour",
      count(*) filter (where agent)::int as "lastDay",
      count(*) filter (where waits)::int as pending,
      coalesce(bool_or(agent and quiet_until > ${at}), false) as quiet
    from (
      select request.created_at, request.quiet_until, ${waits(at)} as waits,
        request.client_address = ${clientAddress} and request.jkt is not distinct from ${jkt} as agent
      from sso.approval_requests request
      join sso.sessions session on session.id = request.parent_id
      join sso.clients client on client.address = request.client_address
      where request.owner_sub = ${ownerSub} and request.created_at > ${before(24 * hour)}
        and (request.decided_by is null or request.decided_by = 'person')
    ) as asked`.execute(trx);
  return rows[0] ?? { lastHour: 0, lastDay: 0, pending: 0, quiet: false };
}

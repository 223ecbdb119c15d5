import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { type Approval, defaultBudget, type RequestBudget } from './approval.ts';
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

/** Undecided requests that an owner can have at a time, of all agents together. */
const mostPending = 100;

interface Asker extends Pick<Approval, 'ownerSub' | 'clientAddress' | 'jkt'> {
  readonly use: Pick<MandateUse, 'subject'> | undefined;
}

/**
 * Returns the query `so_far`, one row: whether an agent may ask its owner once more, and whether there are mandates for what
 * it asks. It counts what the agent asked, and what all agents wait for; what a mandate decided asked nobody. Citus takes no
 * `exists` of a query without columns here.
 */
export function soFar({ ownerSub, clientAddress, jkt, use }: Asker, at: Date): RawBuilder<unknown> {
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
  const { perHour, perDay } = defaultBudget;
  return sql`
  budget as (select per_hour, per_day from sso.request_budgets where owner_sub = ${ownerSub}),
  usable as (
    select id from sso.mandates
    where owner_sub = ${ownerSub} and client_address = ${clientAddress} and subject = ${use?.subject ?? null}
      and revoked_at is null and ends_at > ${at}
  ), asked_before as (
    select request.created_at, coalesce(request.quiet_until > ${at}, false) as quiet, ${waits(at)} as waits,
      request.client_address = ${clientAddress} and request.jkt is not distinct from ${jkt} as agent
    from sso.approval_requests request
    join sso.sessions session on session.id = request.parent_id
    join sso.clients client on client.address = request.client_address
    where request.owner_sub = ${ownerSub} and request.created_at > ${before(24 * hour)}
      and (request.decided_by is null or request.decided_by = 'person')
  ), so_far as (
    select exists (select 1 from usable) as has_mandates,
      count(*) filter (where agent and created_at > ${before(hour)}) < coalesce((select per_hour from budget), ${perHour})
        and count(*) filter (where agent) < coalesce((select per_day from budget), ${perDay})
        and count(*) filter (where waits) < ${mostPending}
        and not coalesce(bool_or(agent and quiet), false) as within
    from asked_before
  )`;
}

interface SoFar {
  readonly within: boolean;
  readonly hasMandates: boolean;
}

/** Reads `so_far`. Call it while the owner is locked, so that no other request is stored before the caller's. */
export async function readSoFar(trx: Kysely<SsoDatabase>, asker: Asker, at: Date): Promise<SoFar> {
  const { rows } = await sql<SoFar>`
    with ${soFar(asker, at)} select within, has_mandates as "hasMandates" from so_far`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A count has no row.');
  return row;
}

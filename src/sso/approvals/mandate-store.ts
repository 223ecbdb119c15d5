import type { MandatePeriod, OwnDetail } from '../../../generated/sso/types.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { SsoDatabase } from '../database.ts';
import type { Approval } from './approval.ts';
import type { MandateUse } from './details.ts';

const day = 86_400_000;
/** Milliseconds; a month is 30 days. */
const lengths = { day, week: 7 * day, month: 30 * day } as const;

interface MandateState {
  readonly limit: bigint;
  readonly period: MandatePeriod;
  /** Begin of the period that `used` counts in. */
  readonly periodStart: Date;
  readonly used: bigint;
}

/** Returns the state at a time: a period that is over restarts the count. Periods begin with the mandate, without gaps. */
function mandateAt<State extends MandateState>(mandate: State, at: Date): State {
  if (mandate.period === 'once') return mandate;
  const length = lengths[mandate.period];
  const elapsed = Math.floor((at.getTime() - mandate.periodStart.getTime()) / length);
  if (elapsed <= 0) return mandate;
  return { ...mandate, periodStart: new Date(mandate.periodStart.getTime() + elapsed * length), used: 0n };
}

/** Returns the state after a use; undefined when the limit does not allow it. */
function useMandate<State extends MandateState>(mandate: State, amount: bigint, at: Date): State | undefined {
  const current = mandateAt(mandate, at);
  const used = current.used + amount;
  return used <= current.limit ? { ...current, used } : undefined;
}

/** What an agent may do without asking. */
export interface Mandate extends MandateState {
  readonly id: string;
  readonly clientAddress: string;
  readonly jkt: string | null;
  readonly detail: OwnDetail;
  /** How and when the person authenticated who made it. */
  readonly amr: readonly string[];
  readonly authTime: Date;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

export interface NewMandate {
  readonly id: string;
  readonly approval: Approval;
  readonly detail: OwnDetail;
  readonly use: MandateUse;
  readonly limit: bigint;
  readonly period: MandatePeriod;
  readonly endsAt: Date;
  readonly amr: readonly string[];
  readonly authTime: Date;
  readonly at: Date;
}

/** Stores a mandate. The approval that makes it counts. */
export async function insertMandate(
  db: Kysely<SsoDatabase>,
  { id, approval, detail, use, limit, period, endsAt, amr, authTime, at }: NewMandate,
): Promise<void> {
  await sql`
  insert into sso.mandates (id, owner_sub, client_address, jkt, subject, detail, ceiling, period, period_start, used, amr,
    auth_time, created_at, ends_at)
  values (${id}::uuid, ${approval.ownerSub}::text, ${approval.clientAddress}::text, ${approval.jkt}::text,
    ${use.subject}::text, ${JSON.stringify(detail)}::jsonb, ${String(limit)}::numeric, ${period}::text, ${at}::timestamptz,
    ${String(use.amount)}::numeric, ${[...amr]}::text[], ${authTime}::timestamptz, ${at}::timestamptz, ${endsAt}::timestamptz)`.execute(
    db,
  );
}

/**
 * Takes an amount from the first mandate of an agent that allows it. The caller's lock on the owner, and that on the row,
 * make concurrent requests wait for each other.
 *
 * @returns undefined when none allows it
 */
export async function consumeMandate(
  trx: Kysely<SsoDatabase>,
  { ownerSub, clientAddress, jkt }: Pick<Approval, 'ownerSub' | 'clientAddress' | 'jkt'>,
  { subject, amount }: MandateUse,
  at: Date,
): Promise<Mandate | undefined> {
  const rows = await trx
    .selectFrom('sso.mandates')
    .selectAll()
    .where('owner_sub', '=', ownerSub)
    .where('client_address', '=', clientAddress)
    .where(sql<boolean>`jkt is not distinct from ${jkt}`)
    .where('subject', '=', subject)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', at)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const mandate of rows.map(mandateOf)) {
    const used = useMandate(mandate, amount, at);
    if (!used) continue;
    await trx
      .updateTable('sso.mandates')
      .set({ period_start: used.periodStart, used: String(used.used) })
      .where('owner_sub', '=', ownerSub)
      .where('id', '=', used.id)
      .execute();
    return used;
  }
  return undefined;
}

interface RevokedMandate {
  readonly id: string;
  readonly ownerSub: string;
  readonly at: Date;
}

/** Lists and revokes the mandates of an owner. */
export function createMandateStore(db: Kysely<SsoDatabase>) {
  return {
    async list({ ownerSub, at, ...page }: PageRequest & { readonly ownerSub: string; readonly at: Date }) {
      const rows = await db
        .selectFrom('sso.mandates as mandate')
        .innerJoin('sso.clients as client', 'client.address', 'mandate.client_address')
        .selectAll('mandate')
        .select('client.name as applicationName')
        .where('mandate.owner_sub', '=', ownerSub)
        .where('mandate.revoked_at', 'is', null)
        .where('mandate.ends_at', '>', at)
        .$call(newestFirst('mandate.created_at', 'mandate.id', page))
        .execute();
      return rows.map(({ applicationName, ...row }) => ({ ...mandateAt(mandateOf(row), at), applicationName }));
    },

    /** @returns its application; undefined when the owner has no such mandate */
    async revoke({ id, ownerSub, at }: RevokedMandate): Promise<string | undefined> {
      const row = await db
        .updateTable('sso.mandates')
        .set({ revoked_at: at })
        .where('owner_sub', '=', ownerSub)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where('ends_at', '>', at)
        .returning('client_address')
        .executeTakeFirst();
      return row?.client_address;
    },

    /** Deletes up to `limit` mandates that ended before `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.mandates', key: ['id'], condition: sql`ends_at < ${before}`, limit }),
  };
}

const mandateOf = (row: Selectable<SsoDatabase['sso.mandates']>): Mandate => ({
  id: row.id,
  clientAddress: row.client_address,
  jkt: row.jkt,
  detail: row.detail,
  limit: BigInt(row.ceiling),
  period: row.period,
  periodStart: row.period_start,
  used: BigInt(row.used),
  amr: row.amr,
  authTime: row.auth_time,
  createdAt: row.created_at,
  endsAt: row.ends_at,
});

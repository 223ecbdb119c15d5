import { type Kysely, sql } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { claimRows, isUnleased } from '../../runtime/jobs/lease.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';
import {
  type DueEndpoint,
  type LeasedWebhook,
  type WebhookClaim,
  type WebhookDeliveryStore,
  type WebhookRelease,
  type WebhookResult,
} from '../../runtime/webhooks/delivery-store.ts';
import type { BackendDatabase, Network, Token, TransactionStatus } from '../database.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

/** A settled payment that this worker has leased. */
export interface ClaimedSettledEvent extends LeasedWebhook {
  readonly status: TransactionStatus;
  readonly platformId: string;
  readonly invoice: string;
  readonly productId: string;
  readonly quantity: number | null;
  readonly amount: string;
  readonly token: Token;
  readonly network: Network;
  readonly txHash: string | null;
  readonly test: 'true' | null;
  readonly createdAt: Date;
}

/** The only endpoint: there is one SETTLED_HOOK_URL. */
const endpointId = 'settled-hook';

/** After the attempts of the schedule an event is tried every hour, and dropped after 30 days. */
const laterAttemptMs = 60 * 60 * 1000;
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

export function createSettledEventStore(db: Kysely<BackendDatabase>, url: string) {
  const deliveries: WebhookDeliveryStore<ClaimedSettledEvent> = {
    time: () => readDatabaseTime(db),

    dueEndpoints: async (now: Date): Promise<readonly DueEndpoint[]> => {
      const { rows } = await sql<{ failing: boolean }>`
        select attempts > 1 as failing from backend.settled_events
        where state = 'pending' and due_at <= ${now} and ${isUnleased(now)} order by due_at limit 1`.execute(db);
      return rows.map(({ failing }) => ({ endpointId, failing }));
    },

    claim: async ({ worker, now, leaseEndsAt, limit, capacities }: WebhookClaim) => {
      const count = Math.min(limit, capacities[0]?.capacity ?? 0);
      if (count <= 0) return [];
      return claimRows(
        () => findDue(db, now, count),
        (found) => lease(db, { worker, now, leaseEndsAt, url }, found),
      );
    },

    release: async (releases: readonly WebhookRelease[]): Promise<void> => {
      const values = releases.map((release) => ({ ...release, bucket: bucketOfId(release.id) }));
      await sql`
        update backend.settled_events as event
        set leased_by = null, leased_at = null,
          attempts = attempts - case when released.abandoned then 0 else 1 end
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
          as released (bucket smallint, id uuid, worker uuid, abandoned boolean)
        where event.bucket = released.bucket and event.id = released.id and event.leased_by = released.worker`.execute(
        db,
      );
    },

    // A payment is never suspended: an endpoint that fails is tried until the event is deleted.
    record: async (results: readonly WebhookResult[]) => {
      const now = (await readDatabaseTime(db)).getTime();
      const values = results.map(({ deliveryId, worker, succeeded, retryAt, status, error }) => ({
        bucket: bucketOfId(deliveryId),
        id: deliveryId,
        worker,
        succeeded,
        dueAt: succeeded ? null : (retryAt ?? new Date(now + laterAttemptMs)),
        status,
        error,
      }));
      await sql`
        update backend.settled_events as event set
          state = case when result.succeeded then 'delivered'
            when event.created_at < ${new Date(now - lifetimeMs)} then 'dropped' else 'pending' end,
          due_at = result."dueAt",
          leased_by = null, leased_at = null, last_status = result.status, last_error = result.error
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
          as result (bucket smallint, id uuid, worker uuid, succeeded boolean, "dueAt" timestamptz, status integer, error text)
        where event.bucket = result.bucket and event.id = result.id and event.leased_by = result.worker and event.state = 'pending'`.execute(
        db,
      );
      return [];
    },
  };
  return {
    deliveries,

    /** Returns the age of the oldest due event that no worker has claimed, seconds. */
    secondsOverdue: async (): Promise<number> => {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from clock_timestamp() - due_at)::float8 as seconds from backend.settled_events
        where state = 'pending' and due_at <= clock_timestamp()
          and (leased_by is null or leased_until <= clock_timestamp()) order by due_at limit 1`.execute(db);
      return rows[0]?.seconds ?? 0;
    },

    /** Deletes up to `limit` events that ended 30 days before a time. @returns the number of deleted events */
    deleteEnded: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'backend.settled_events',
        key: ['bucket', 'id'],
        condition: sql`state <> 'pending' and created_at < ${new Date(before.getTime() - 2 * lifetimeMs)}`,
        limit,
      }),
  };
}

/** What a worker found of a due event. */
type FoundEvent = Omit<ClaimedSettledEvent, 'endpointId' | 'attempt' | 'url' | 'failing' | 'traceparent'> & {
  /** Claim whose lease ended without a result. */
  readonly leasedBy: string | null;
};

async function findDue(db: Kysely<BackendDatabase>, now: Date, limit: number): Promise<readonly FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    select event.id, event.leased_by as "leasedBy",
      case when event.leased_by is not null then event.leased_at end as "abandonedAt",
      payment.status, payment.sender_platform_id as "platformId", payment.invoice,
      intent.product_id as "productId", intent.quantity, payment.amount, payment.token, payment.network,
      payment.tx_hash as "txHash", payment.test, payment.created_at as "createdAt"
    from (
      select bucket, id, leased_by, leased_at, due_at from backend.settled_events
      where state = 'pending' and due_at <= ${now} and ${isUnleased(now)} order by due_at limit ${limit}
    ) as event
    join backend.transactions as payment on payment.bucket = event.bucket and payment.id = event.id
    join backend.payment_intents as intent on intent.bucket = payment.bucket and intent.invoice = payment.invoice
    order by event.due_at`.execute(db);
  return rows;
}

/** Leases what was found and is due and free still. */
async function lease(
  db: Kysely<BackendDatabase>,
  { worker, now, leaseEndsAt, url }: Pick<WebhookClaim, 'worker' | 'now' | 'leaseEndsAt'> & { readonly url: string },
  found: readonly FoundEvent[],
): Promise<readonly ClaimedSettledEvent[]> {
  const keys = found.map(({ id, leasedBy }) => ({ bucket: bucketOfId(id), id, leasedBy }));
  const { rows } = await sql<{ readonly id: string; readonly attempt: number }>`
    update backend.settled_events as event set
      leased_by = ${worker}, leased_at = ${now}, leased_until = ${leaseEndsAt},
      attempts = event.attempts + case when event.leased_by is null then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as found (bucket smallint, id uuid, "leasedBy" uuid)
    where event.bucket = found.bucket and event.id = found.id and event.state = 'pending' and event.due_at <= ${now}
      and event.leased_by is not distinct from found."leasedBy"
    returning event.id, event.attempts as attempt`.execute(db);
  const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
  return found.flatMap(({ leasedBy: _previous, ...event }) => {
    const attempt = attempts.get(event.id);
    if (attempt === undefined) return [];
    return { ...event, endpointId, attempt, url, failing: attempt > 1, traceparent: null };
  });
}

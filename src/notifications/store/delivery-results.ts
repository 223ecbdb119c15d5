import { type Kysely, sql, type Transaction } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import { pauseEndpointAfterMs } from '../retry-schedule.ts';

/** What came of one attempt. */
export interface DeliveryResult {
  readonly appId: string;
  readonly deliveryId: string;
  readonly worker: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly latencyMs: number;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Why no answer came, as one word. */
  readonly error: string | null;
  readonly succeeded: boolean;
  /** The endpoint was failing before. */
  readonly failing: boolean;
  /** When the next attempt is due; undefined when this was the last one. */
  readonly retryAt: Date | undefined;
}

type Trx = Transaction<NotificationsDatabase>;

/** A row that was still this worker's, and what became of it. */
interface Written {
  readonly appId: string;
  readonly notificationId: string;
  readonly status: string;
  readonly state: string;
}

export type DeliveryResults = ReturnType<typeof createDeliveryResults>;

export function createDeliveryResults(db: Kysely<NotificationsDatabase>) {
  return {
    /**
     * Writes the results of attempts, in one transaction: states, log, the health of the endpoints, and `clicked`
     * events whose `delivered` is settled now. A result whose lease went to somebody else changes no delivery.
     *
     * @returns the apps whose webhook was paused by this.
     */
    async record(results: readonly DeliveryResult[]): Promise<string[]> {
      const last = results.at(-1);
      if (last === undefined) return [];
      return db.transaction().execute(async (trx) => {
        // Webhooks before deliveries: the order in which everybody locks them.
        const paused = await recordHealth(trx, results);
        const written = await write(trx, results);
        await releaseClicked(trx, written, last.finishedAt);
        if (paused.length > 0) await park(trx, paused);
        return paused;
      });
    },
  };
}

async function recordHealth(trx: Trx, results: readonly DeliveryResult[]): Promise<string[]> {
  const paused: string[] = [];
  // An attempt that was lost with its worker says nothing about the endpoint.
  const judged = results.filter(({ error }) => error !== 'lease_expired');
  const byApp = [...Map.groupBy(judged, ({ appId }) => appId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [appId, own] of byApp) {
    const reached = own.some(({ succeeded }) => succeeded);
    if (reached) {
      // Only a change is written, so that healthy endpoints cost nothing here.
      if (!own.some(({ failing }) => failing)) continue;
      await trx
        .updateTable('notifications.webhooks')
        .set({ failing_since: null })
        .where('app_id', '=', appId)
        .where('failing_since', 'is not', null)
        .execute();
      continue;
    }
    const [first] = own.map(({ startedAt }) => startedAt).sort((a, b) => a.getTime() - b.getTime());
    const last = own.map(({ finishedAt }) => finishedAt).sort((a, b) => b.getTime() - a.getTime())[0];
    if (!first || !last) continue;
    await trx
      .updateTable('notifications.webhooks')
      .set({ failing_since: first })
      .where('app_id', '=', appId)
      .where('failing_since', 'is', null)
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('notifications.webhooks')
      .set({ paused_at: last })
      .where('app_id', '=', appId)
      .where('paused_at', 'is', null)
      .where('failing_since', '<=', new Date(last.getTime() - pauseEndpointAfterMs))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) paused.push(appId);
  }
  return paused;
}

/** States and log in one statement, all values in one parameter: this is the hot path of the outbox. */
async function write(trx: Trx, results: readonly DeliveryResult[]): Promise<readonly Written[]> {
  const values = results.map(({ succeeded, retryAt, ...result }) => ({
    ...result,
    state: succeeded ? 'delivered' : retryAt === undefined ? 'dropped' : 'pending',
    dueAt: succeeded ? null : (retryAt ?? null),
  }));
  const { rows } = await sql<Written>`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as result (
        "appId" uuid, "deliveryId" uuid, worker uuid, state text, "dueAt" timestamptz, "startedAt" timestamptz,
        status integer, "latencyMs" integer, answer text, error text)
    ),
    written as (
      update notifications.deliveries as delivery
      set state = result.state, due_at = result."dueAt", leased_by = null, leased_at = null, logged = logged + 1
      from result
      where delivery.app_id = result."appId" and delivery.id = result."deliveryId"
        and delivery.leased_by = result.worker and delivery.state = 'pending'
      returning delivery.app_id, delivery.id, delivery.notification_id, delivery.status, delivery.state, delivery.logged
    ),
    attempt as (
      insert into notifications.delivery_attempts
        (app_id, delivery_id, number, started_at, status, latency_ms, answer, error)
      select written.app_id, written.id, written.logged, result."startedAt", result.status, result."latencyMs",
        result.answer, result.error
      from written join result on result."appId" = written.app_id and result."deliveryId" = written.id
    )
    select app_id as "appId", notification_id as "notificationId", status, state from written`.execute(trx);
  return rows;
}

/** `clicked` is due once `delivered` is settled, whichever way. */
async function releaseClicked(trx: Trx, written: readonly Written[], now: Date): Promise<void> {
  const settled = written.filter(({ status, state }) => status === 'delivered' && state !== 'pending');
  if (settled.length === 0) return;
  await sql`
    update notifications.deliveries as clicked set due_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled ("appId" uuid, "notificationId" text)
    where clicked.app_id = settled."appId" and clicked.notification_id = settled."notificationId"
      and clicked.status = 'clicked' and clicked.state = 'pending' and clicked.due_at is null`.execute(trx);
}

/** The deliveries of a paused webhook wait until it is resumed. */
async function park(trx: Trx, appIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('notifications.deliveries')
    .set({ due_at: null, leased_by: null, leased_at: null })
    .where('app_id', 'in', appIds)
    .where('state', '=', 'pending')
    .execute();
}

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
  readonly app_id: string;
  readonly id: string;
  readonly notification_id: string;
  readonly status: string;
  readonly state: string;
  readonly logged: number;
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
      if (results.length === 0) return [];
      return db.transaction().execute(async (trx) => {
        // Webhooks before deliveries: the order in which everybody locks them.
        const paused = await recordHealth(trx, results);
        const written = await writeStates(trx, results);
        await writeLog(trx, results, written);
        await releaseClicked(trx, written, results);
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

async function writeStates(trx: Trx, results: readonly DeliveryResult[]): Promise<readonly Written[]> {
  const values = results.map(({ appId, deliveryId, worker, succeeded, retryAt }) => {
    const state = succeeded ? 'delivered' : retryAt === undefined ? 'dropped' : 'pending';
    return sql`(${appId}::uuid, ${deliveryId}::uuid, ${worker}::uuid, ${state}, ${succeeded ? null : (retryAt ?? null)}::timestamptz)`;
  });
  const { rows } = await sql<Written>`
    update notifications.deliveries as delivery
    set state = result.state, due_at = result.due_at, leased_by = null, leased_at = null, logged = delivery.logged + 1
    from (values ${sql.join(values)}) as result (app_id, id, worker, state, due_at)
    where delivery.app_id = result.app_id and delivery.id = result.id
      and delivery.leased_by = result.worker and delivery.state = 'pending'
    returning delivery.app_id, delivery.id, delivery.notification_id, delivery.status, delivery.state, delivery.logged`.execute(
    trx,
  );
  return rows;
}

async function writeLog(trx: Trx, results: readonly DeliveryResult[], written: readonly Written[]): Promise<void> {
  const byId = new Map(results.map((result) => [result.deliveryId, result]));
  const attempts = written.flatMap((row) => {
    const result = byId.get(row.id);
    if (!result) return [];
    return {
      app_id: row.app_id,
      delivery_id: row.id,
      number: row.logged,
      started_at: result.startedAt,
      status: result.status,
      latency_ms: result.latencyMs,
      answer: result.answer,
      error: result.error,
    };
  });
  if (attempts.length > 0) await trx.insertInto('notifications.delivery_attempts').values(attempts).execute();
}

/** `clicked` is due once `delivered` is settled, whichever way. */
async function releaseClicked(
  trx: Trx,
  written: readonly Written[],
  results: readonly DeliveryResult[],
): Promise<void> {
  const settled = written.filter(({ status, state }) => status === 'delivered' && state !== 'pending');
  const now = results[0]?.finishedAt;
  if (settled.length === 0 || now === undefined) return;
  const keys = settled.map((row) => sql`(${row.app_id}::uuid, ${row.notification_id})`);
  await sql`
    update notifications.deliveries set due_at = ${now}
    where (app_id, notification_id) in (${sql.join(keys)}) and status = 'clicked' and state = 'pending'
      and due_at is null`.execute(trx);
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

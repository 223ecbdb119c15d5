import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, sqlInterval } from '../../runtime/database/queries.ts';
import {
  type EndpointNotice,
  type WebhookDeliveryStore,
  type WebhookResult,
} from '../../runtime/webhooks/delivery-store.ts';
import {
  failureSeriesGapMs,
  pauseEndpointAfterMs,
  reportFailingAfterMs,
} from '../../runtime/webhooks/delivery-attempt.ts';
import type { NotificationsDatabase } from '../database.ts';
import type { ApiKeyEnvironment } from '../api-keys/api-key.ts';
import { type ClaimedDelivery, createDeliveryQueue } from './delivery-queue-store.ts';
import { notAfterDatabase } from '../../runtime/database/database-clock.ts';

type Trx = Transaction<NotificationsDatabase>;

export function createDeliveryResults(db: Kysely<NotificationsDatabase>) {
  return {
    /**
     * Records the results of attempts together: delivery states, attempt log, endpoint health, and `clicked` events that
     * become due because their `delivered` is settled. A result whose lease expired changes no delivery.
     *
     * @returns the endpoints that were paused, or have been failing for an hour
     */
    async record(results: readonly WebhookResult[]): Promise<readonly EndpointNotice[]> {
      const health = healthOf(results);
      return inTransaction(db, async (trx) => {
        // Lock order: webhooks before deliveries.
        const notices = await recordHealth(trx, health);
        const paused = notices.filter(({ reason }) => reason !== 'failing_for_an_hour');
        await updateDeliveries(trx, results);
        if (paused.length > 0) {
          await suspendDeliveries(
            trx,
            paused.map(({ endpointId }) => endpointId),
          );
        }
        return notices;
      });
    },
  };
}

/** What results say about the health of endpoints. */
interface EndpointHealth {
  /** Apps whose endpoint was failing and has responded. */
  readonly recovered: readonly string[];
  readonly failed: readonly FailedEndpoint[];
}

function healthOf(results: readonly WebhookResult[]): EndpointHealth {
  // An expired lease says nothing about the endpoint.
  const attempted = results.filter(({ error }) => error !== 'lease_expired');
  const byApp = [...Map.groupBy(attempted, ({ endpointId }) => endpointId)];
  return {
    recovered: byApp
      .filter(([, appResults]) => appResults.some(({ succeeded }) => succeeded))
      .filter(([, appResults]) => appResults.some(({ failing }) => failing))
      .map(([appId]) => appId),
    failed: byApp
      .filter(
        ([, appResults]) => appResults.some(({ gone }) => gone) || appResults.every(({ succeeded }) => !succeeded),
      )
      .map(([appId, appResults]) => ({
        appId,
        gone: appResults.some(({ gone }) => gone),
        first: new Date(Math.min(...appResults.map(({ startedAt }) => startedAt.getTime()))),
        last: new Date(Math.max(...appResults.map(({ finishedAt }) => finishedAt.getTime()))),
      })),
  };
}

/** Writes changes of endpoint health. @returns what owners should know */
async function recordHealth(trx: Trx, { recovered, failed }: EndpointHealth): Promise<readonly EndpointNotice[]> {
  if (recovered.length > 0) {
    await sql`
      with recovered as (
        select app_id from notifications.webhooks
        where app_id in (${sql.join(recovered)}) and failing_since is not null order by app_id for no key update)
      update notifications.webhooks as webhook set failing_since = null, failed_at = null
      from recovered where webhook.app_id = recovered.app_id`.execute(trx);
  }
  return failed.length > 0 ? recordFailures(trx, failed) : [];
}

interface FailedEndpoint {
  readonly appId: string;
  /** Whether it responded 410. */
  readonly gone: boolean;
  /** Start of the first failed attempt, end of the last one. */
  readonly first: Date;
  readonly last: Date;
}

/** The health of an endpoint before attempts failed, and what they say. */
interface FailureOfEndpoint extends FailedEndpoint {
  readonly failingSince: Date | null;
  readonly failedAt: Date | null;
}

/**
 * App by app, in the order of the other lockers: distributed engines lock rows of one key at a time. In two statements with the rule
 * between them: they refuse arithmetic of times in a change.
 */
async function recordFailures(trx: Trx, failed: readonly FailedEndpoint[]): Promise<EndpointNotice[]> {
  const notices: EndpointNotice[] = [];
  for (const failure of failed.toSorted((a, b) => (a.appId < b.appId ? -1 : 1))) {
    const { appId, gone, last } = failure;
    const { rows } = await sql<Pick<FailureOfEndpoint, 'failingSince' | 'failedAt'>>`
      select failing_since as "failingSince", failed_at as "failedAt" from notifications.webhooks
      where app_id = ${appId} and paused_at is null and (${gone} or failed_at is null
        or failed_at <= ${last}::timestamptz - interval '1 hour'
        or failing_since <= ${last}::timestamptz - ${sqlInterval(pauseEndpointAfterMs)})
      for no key update`.execute(trx);
    const [before] = rows;
    if (!before) continue;
    const { reason, ...health } = healthAfter({ ...failure, ...before });
    await trx.updateTable('notifications.webhooks').set(health).where('app_id', '=', appId).execute();
    if (reason !== undefined) notices.push({ endpointId: appId, reason });
  }
  return notices;
}

function healthAfter({ gone, first, last, failingSince, failedAt }: FailureOfEndpoint) {
  const previous = failedAt ?? failingSince;
  const continues = previous !== null && previous.getTime() >= first.getTime() - failureSeriesGapMs;
  const since = continues && failingSince !== null ? failingSince : first;
  const failingMs = last.getTime() - since.getTime();
  const paused = gone || failingMs >= pauseEndpointAfterMs;
  const reported = failedAt !== null && failedAt.getTime() >= since.getTime() + reportFailingAfterMs;
  const reason: EndpointNotice['reason'] | undefined = gone
    ? 'gone'
    : paused
      ? 'failing'
      : failingMs >= reportFailingAfterMs && !reported
        ? 'failing_for_an_hour'
        : undefined;
  return { failing_since: since, failed_at: last, paused_at: paused ? last : null, reason };
}

/** A `delivered` event that was delivered or dropped, for which a `clicked` event may wait. */
interface Settled {
  readonly appId: string;
  readonly notificationId: string;
}

/**
 * Updates states, appends to the log and makes `clicked` events due whose `delivered` was delivered or dropped: two
 * statements with one parameter each, because this is the hot path of the outbox.
 */
async function updateDeliveries(trx: Trx, results: readonly WebhookResult[]): Promise<void> {
  const last = results.at(-1);
  if (last === undefined) return;
  const values = results.map(({ succeeded, retryAt, ...result }) => ({
    ...result,
    state: succeeded ? 'delivered' : retryAt === undefined ? 'dropped' : 'pending',
    dueAt: succeeded ? null : (retryAt ?? null),
  }));
  const { rows: settled } = await sql<Settled>`
    with result as (
      -- Named columns, so that a connection prepares the statement.
      select "endpointId", "deliveryId", worker, state, "dueAt", "startedAt", "finishedAt", status, "latencyMs", answer, error, request
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as result (
        "endpointId" uuid, "deliveryId" uuid, worker uuid, state text, "dueAt" timestamptz, "startedAt" timestamptz,
        "finishedAt" timestamptz,
        status integer, "latencyMs" integer, answer text, error text, request jsonb)
    ),
    written as (
      update notifications.deliveries as delivery
      set state = result.state, due_at = result."dueAt", leased_by = null, leased_at = null, logged = logged + 1,
        dropped_reason = case when result.state = 'dropped' then 'attempts_exhausted' end,
        dropped_at = case when result.state = 'dropped' then result."finishedAt" end
      from result
      where delivery.app_id = result."endpointId" and delivery.id = result."deliveryId"
        -- Leased rows are pending. Naming the state would make the planner read all pending rows.
        and delivery.leased_by = result.worker
      returning delivery.app_id, delivery.id, delivery.notification_id, delivery.status, delivery.state, delivery.logged
    ),
    attempt as (
      insert into notifications.delivery_attempts
        (app_id, delivery_id, number, started_at, status, latency_ms, answer, error, url, headers)
      select written.app_id, written.id, written.logged, result."startedAt", result.status, result."latencyMs",
        result.answer, result.error, result.request ->> 'url', result.request -> 'headers'
      from written join result on result."endpointId" = written.app_id and result."deliveryId" = written.id
      returning app_id, delivery_id
    )
    select written.app_id as "appId", written.notification_id as "notificationId"
    from written left join attempt on attempt.app_id = written.app_id and attempt.delivery_id = written.id
    where written.status = 'delivered' and written.state <> 'pending'`.execute(trx);
  if (settled.length === 0) return;
  // A statement of its own: a `clicked` that was recorded while the first one waited for the row of `delivered` is not in
  // the snapshot of the first.
  await sql`
    update notifications.deliveries as clicked set due_at = ${await notAfterDatabase(trx, last.finishedAt)}
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as settled ("appId" uuid, "notificationId" text)
    where clicked.app_id = settled."appId" and clicked.notification_id = settled."notificationId"
      and clicked.status = 'clicked' and clicked.state = 'pending' and clicked.due_at is null`.execute(trx);
}

/** Suspends the pending deliveries of paused webhooks until they are resumed. */
async function suspendDeliveries(trx: Trx, appIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('notifications.deliveries')
    .set({ due_at: null, leased_by: null, leased_at: null })
    .where('app_id', 'in', appIds)
    .where('state', '=', 'pending')
    .execute();
}

/** Creates the outbox of status webhooks, of real notifications or of test sends. */
export function createDeliveryOutbox(
  db: Kysely<NotificationsDatabase>,
  environment: ApiKeyEnvironment,
): WebhookDeliveryStore<ClaimedDelivery> {
  return { ...createDeliveryQueue(db, environment), ...createDeliveryResults(db) };
}

import { hash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import { notAfterDatabase } from '../../runtime/database/database-clock.ts';
import type { WebhookKeyPair } from '../../runtime/webhooks/webhook-keys.ts';
import type { NotificationsDatabase } from '../database.ts';

export interface Webhook {
  readonly url: string;
  readonly createdAt: Date;
  /** Null while active. */
  readonly pausedAt: Date | null;
  /** Start of the current series of failures; null without one. */
  readonly failingSince: Date | null;
  /** Announced public key; null when none is announced, or when it signs already. */
  readonly nextPublicKey: string | null;
  readonly nextKeyActivatesAt: Date | null;
  /** Whether a shared secret signs too. */
  readonly hasSecret: boolean;
  /** SHA-256 of the public key that signs now, hex. */
  readonly publicKeyFingerprint: string;
}

interface NewWebhook extends WebhookKeyPair {
  readonly appId: string;
  readonly url: string;
  readonly createdAt: Date;
}

const columns = [
  'url',
  'created_at as createdAt',
  'paused_at as pausedAt',
  'failing_since as failingSince',
  'public_key as publicKey',
  'next_public_key as nextPublicKey',
  'next_key_activates_at as nextKeyActivatesAt',
  sql<boolean>`sealed_secret is not null`.as('hasSecret'),
  // The announced key signs from its time on, by the clock that the delivery workers follow.
  sql<Date>`statement_timestamp()`.as('readAt'),
] as const;

type Trx = Transaction<NotificationsDatabase>;

export function createWebhookStore(db: Kysely<NotificationsDatabase>) {
  return {
    find: (appId: string): Promise<Webhook | undefined> => findWebhook(db, appId),

    health: (appId: string): Promise<EndpointHealth> => healthOfEndpoint(db, appId),

    /**
     * Creates a webhook, or changes the URL of the existing one, keeps its keys and resumes it.
     *
     * @returns the webhook, and whether it was created
     */
    async set({ appId, url, createdAt, publicKey, sealedPrivateKey }: NewWebhook) {
      return inTransaction(db, async (trx): Promise<{ readonly webhook: Webhook; readonly created: boolean }> => {
        const created = await trx
          .insertInto('notifications.webhooks')
          .values({
            app_id: appId,
            url,
            public_key: publicKey,
            sealed_private_key: sealedPrivateKey,
            created_at: createdAt,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('app_id')
          .executeTakeFirst();
        const webhook = created ? await findWebhook(trx, appId) : await activate(trx, appId, { url }, createdAt);
        if (webhook) return { webhook, created: created !== undefined };
        throw new Error(`The webhook of app ${appId} was deleted during its update.`);
      });
    },

    /** @returns undefined when the app has no webhook */
    async resume(appId: string, now: Date): Promise<Webhook | undefined> {
      return inTransaction(db, (trx) => activate(trx, appId, {}, now));
    },

    /** Deletes the webhook with its keys and drops pending deliveries. @returns false when the app has no webhook */
    async delete(appId: string, now: Date): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('notifications.webhooks')
          .where('app_id', '=', appId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await trx
          .updateTable('notifications.deliveries')
          .set({
            state: 'dropped',
            due_at: null,
            leased_by: null,
            dropped_reason: 'webhook_deleted',
            dropped_at: now,
          })
          .where('app_id', '=', appId)
          .where('state', '=', 'pending')
          .execute();
        return true;
      });
    },
  };
}

async function findWebhook(db: Kysely<NotificationsDatabase>, appId: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('notifications.webhooks')
    .select(columns)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { publicKey, nextPublicKey, nextKeyActivatesAt, readAt, ...webhook } = row;
  const announced = nextKeyActivatesAt !== null && nextKeyActivatesAt > readAt;
  const signing = announced ? publicKey : (nextPublicKey ?? publicKey);
  return {
    ...webhook,
    nextPublicKey: announced ? (nextPublicKey ?? null) : null,
    nextKeyActivatesAt: announced ? nextKeyActivatesAt : null,
    publicKeyFingerprint: hash('sha256', Buffer.from(signing, 'hex')),
  };
}

async function activate(trx: Trx, appId: string, change: { readonly url?: string }, now: Date) {
  const before = await trx
    .selectFrom('notifications.webhooks')
    .select(['url', 'paused_at'])
    .where('app_id', '=', appId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const paused = before.paused_at !== null;
  // Failures of the previous URL do not count for the new one.
  const resetHealth = paused || (change.url !== undefined && change.url !== before.url);
  await trx
    .updateTable('notifications.webhooks')
    .set({ ...change, paused_at: null, ...(resetHealth && { failing_since: null, failed_at: null }) })
    .where('app_id', '=', appId)
    .execute();
  if (paused) await resumeDeliveries(trx, appId, now);
  return findWebhook(trx, appId);
}

/** Makes suspended deliveries due, except `clicked` whose `delivered` is pending. */
async function resumeDeliveries(trx: Trx, appId: string, now: Date): Promise<void> {
  await sql`
    update notifications.deliveries as waiting set due_at = ${await notAfterDatabase(trx, now)}
    where app_id = ${appId} and state = 'pending' and due_at is null
      and (status <> 'clicked' or not exists (
        select from notifications.deliveries as delivered
        where delivered.app_id = ${appId} and delivered.notification_id = waiting.notification_id
          and delivered.status = 'delivered' and delivered.state = 'pending'))`.execute(trx);
}

/** What the latest attempts say about an endpoint. */
export interface EndpointHealth {
  /** 0 to 1; null without attempts. */
  readonly successRate: number | null;
  /** Median of the responses, milliseconds; null without responses. */
  readonly latencyMs: number | null;
}

/** Attempts that the health of an endpoint is computed from. */
const healthSample = 100;

/** Computes the health of an endpoint from its latest attempts. */
export async function healthOfEndpoint(db: Kysely<NotificationsDatabase>, appId: string): Promise<EndpointHealth> {
  const { rows } = await sql<EndpointHealth>`
    select avg((code between 200 and 299)::integer)::float8 as "successRate",
      round(percentile_cont(0.5) within group (order by latency_ms) filter (where status is not null))::integer
        as "latencyMs"
    from (
      select coalesce(status, 0) as code, status, latency_ms from notifications.delivery_attempts
      where app_id = ${appId} order by delivery_id desc, number desc limit ${healthSample}) as latest`.execute(db);
  return rows[0] ?? { successRate: null, latencyMs: null };
}

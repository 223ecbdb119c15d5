import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { signWebhookRequest } from '../../src/notifications/webhooks/webhook-request.ts';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';
import type { Database } from '../../src/runtime/database.ts';

/** Events to deliver. */
export interface EventSource {
  /** @returns the id of the next event, undefined when there is none */
  readonly next: () => Promise<string | undefined>;
  /** Records that an event was delivered, with the headers of its request. */
  readonly delivered: (id: string, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** Events that need no storage. */
export function eventsInMemory(count: number): EventSource {
  let next = 0;
  return {
    next: async () => (next < count ? `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}` : undefined),
    delivered: async () => undefined,
  };
}

/** Events that one statement claims. */
export const batchSize = 256;
/** Results of this time share a statement, milliseconds. */
const recordingPauseMs = 10;

export interface DeliveredEvent {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Statements of a stored outbox. */
export interface OutboxStatements {
  /** @returns the ids of up to {@link batchSize} events that are due */
  readonly claim: () => Promise<readonly string[]>;
  readonly record: (events: readonly DeliveredEvent[]) => Promise<unknown>;
}

/** Events of an outbox, claimed and recorded in batches. */
export function eventsInBatches({ claim, record }: OutboxStatements): EventSource {
  let claimed: string[] = [];
  let claiming: Promise<void> | undefined;
  const claimBatch = async (): Promise<void> => {
    claimed = [...(await claim())];
    claiming = undefined;
  };
  let delivered: DeliveredEvent[] = [];
  let recording: Promise<unknown> | undefined;
  const recordBatch = async (): Promise<unknown> => {
    await delay(recordingPauseMs);
    const events = delivered.splice(0);
    recording = undefined;
    return record(events);
  };
  return {
    next: async () => {
      if (claimed.length === 0) await (claiming ??= claimBatch());
      return claimed.pop();
    },
    delivered: async (id, headers) => {
      delivered.push({ id, headers });
      await (recording ??= recordBatch());
    },
  };
}

/** Events that PostgreSQL stores: the least that survives a crash, without limits per endpoint, retries, keys and pauses. */
export async function eventsInPostgres({ db }: Database, count: number): Promise<EventSource> {
  await sql`drop table if exists least_events`.execute(db);
  await sql`create table least_events (id uuid primary key, due boolean, attempts integer, response text)`.execute(db);
  await sql`create index on least_events (id) where due`.execute(db);
  await sql`
    insert into least_events select gen_random_uuid(), true, 0 from generate_series(1, ${count}::integer)`.execute(db);
  await sql`analyze least_events`.execute(db);
  return eventsInBatches({
    claim: async () => {
      const { rows } = await sql<{ id: string }>`
        update least_events set due = false, attempts = attempts + 1
        where id in (select id from least_events where due limit ${batchSize} for update skip locked) returning id`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },
    record: (events) => {
      const ids = events.map(({ id }) => id);
      return sql`update least_events set response = '' where id = any(${ids}::uuid[])`.execute(db);
    },
  });
}

export interface SignedSending {
  readonly url: string;
  readonly concurrency: number;
  readonly sign: Ed25519Sign;
  readonly events: EventSource;
}

/** Signs and sends every event, up to `concurrency` at once. */
export async function sendSignedDeliveries({
  url,
  concurrency,
  sign,
  events: { next, delivered },
}: SignedSending): Promise<void> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const { origin, pathname: path } = new URL(url);
  const recorded: Promise<void>[] = [];
  const sender = async () => {
    for (let id = await next(); id !== undefined; id = await next()) {
      const event = { notificationId: `ntf_${id}`, status: 'delivered', sessionAddress: 'person', test: false };
      const { headers, body } = await signWebhookRequest({ deliveryId: id, ...event }, new Date(), sign);
      const response = await agent.request({ origin, path, method: 'POST', headers: { ...headers }, body });
      await response.body.dump();
      recorded.push(delivered(id, headers));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  await Promise.all(recorded);
  await agent.close();
}

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Agent } from 'undici';
import type { ApiKeyEnvironment } from '../../src/notifications/api-keys/api-key.ts';
import type { NotificationsDatabase } from '../../src/notifications/database.ts';
import { notificationsMigrations } from '../../src/notifications/migrations/index.ts';
import { createNotificationsStores } from '../../src/notifications/stores.ts';
import { createDeliveryOutbox } from '../../src/notifications/webhooks/delivery-result-store.ts';
import { signWebhookRequest, statusWebhookSigner } from '../../src/notifications/webhooks/webhook-request.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { ed25519KeyPair } from '../../src/runtime/start/ed25519-key-pair.ts';
import { createIdGenerator } from '../../src/runtime/start/ids.ts';
import { createMasterKey } from '../../src/runtime/start/master-key.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';
import { createOutboundHttp } from '../../src/runtime/outbound/outbound-http.ts';
import { createDeliveryWorker } from '../../src/runtime/webhooks/delivery-worker.ts';
import { createWebhookKeyring, createWebhookSecrets } from '../../src/runtime/webhooks/webhook-keys.ts';
import { webhookUserAgent } from '../../src/runtime/webhooks/signed-delivery.ts';
import { type Finding, type Measurement, median, ratioOf, runRounds, spreadOf } from './findings.ts';
import type { LeasedWebhook, WebhookDeliveryStore } from '../../src/runtime/webhooks/delivery-store.ts';
import type { Workbench } from './workbench.ts';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';

const now = () => new Date();
const newId = createIdGenerator(Date.now, randomBytes);
/** Concurrent requests: the limit of the worker per endpoint. */
const concurrency = 16;

interface Run {
  readonly perSecond: number;
  /** Processor time of this process per request, microseconds. */
  readonly cpu: number;
  /** Processor time of PostgreSQL per request, microseconds. */
  readonly databaseCpu: number;
  readonly requests: number;
  readonly events: number;
}

/** P8: one worker that drains the outbox, compared with a loop that only signs and sends. */
export const webhookDelivery: Measurement = {
  title: 'Webhook delivery',
  run: async (bench) => {
    const count = bench.times(10_000);
    const receiver = await bench.peer('receiver');
    const url = `${receiver.url}/hook`;
    const database = await openDatabase({ databaseUrl: await bench.freshDatabase(), poolSize: 20 });
    bench.onClear(() => database.close());
    await migrate(database, 'notifications', notificationsMigrations);
    const outbox = await openOutbox(bench, database, url);
    const sending = { url, concurrency };
    const { privateKey } = generateKeyPairSync('ed25519');
    const byHand = (message: Uint8Array) => sign(null, message, privateKey);
    const keyPair = ed25519KeyPair(randomBytes(32));

    const results = await runRounds(
      { ...bench, rounds: Math.min(bench.rounds, 3) },
      {
        ours: async () => {
          await outbox.fill(count);
          return measure(bench, { count, receiverUrl: receiver.url }, outbox.drain);
        },
        peer: () =>
          measure(bench, { count, receiverUrl: receiver.url }, () =>
            sendSignedDeliveries({ ...sending, sign: byHand, events: eventsInMemory(count) }),
          ),
        least: async () => {
          const events = await eventsInPostgres(database, count);
          return measure(bench, { count, receiverUrl: receiver.url }, () =>
            sendSignedDeliveries({ ...sending, sign: keyPair.sign, events }),
          );
        },
        storage: async () => {
          await outbox.fill(count, 'test');
          return measure(bench, { count, receiverUrl: receiver.url }, () =>
            sendSignedDeliveries({ ...sending, sign: keyPair.sign, events: outbox.testEvents() }),
          );
        },
      },
    );
    return [deliveryRate(count, results), completeness(count, results.ours, await outbox.undelivered())];
  },
};

async function openOutbox(bench: Workbench, database: Database, url: string) {
  const db = database.as<NotificationsDatabase>();
  const store = createNotificationsStores(db, { now, newId, traceparent: () => null });
  const masterKey = createMasterKey(randomBytes(32));
  const webhookKeyring = createWebhookKeyring(masterKey, randomBytes);
  const webhookSecrets = createWebhookSecrets(masterKey, randomBytes);
  const appId = newId();
  await store.apps.createIfAbsent({ id: appId, ownerSub: 'developer', name: 'Measured', createdAt: now() });
  await store.webhooks.set({ appId, url, createdAt: now(), ...webhookKeyring.create() });
  const outbound = createOutboundHttp({ allow: ['127.0.0.1/32'] });
  bench.onClear(() => outbound.close());
  const worker = createDeliveryWorker({
    store: createDeliveryOutbox(db, 'live'),
    sign: statusWebhookSigner(webhookKeyring, webhookSecrets),
    userAgent: webhookUserAgent,
    post: outbound.post,
    now,
    newId,
    random: Math.random,
    log: pino({ level: 'warn' }),
    measure: () => undefined,
    continueTrace: (_traceparent, work) => work(),
  });
  bench.onClear(() => worker.stop());
  return {
    fill: async (count: number, environment: ApiKeyEnvironment = 'live'): Promise<void> => {
      await sql`
        insert into notifications.deliveries
          (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
        select ${appId}, gen_random_uuid(), 'ntf_' || gen_random_uuid(), 'delivered', md5(n::text), ${environment === 'test'}, 'pending',
          now(), now() from generate_series(1, ${count}::integer) as n`.execute(db);
      await sql`analyze notifications.deliveries`.execute(db);
    },
    /** Runs the worker until no delivery is due. */
    drain: async (): Promise<void> => {
      worker.start();
      worker.wake();
      // Polls rarely, because queries use processor time.
      while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    undelivered: async () => pending(),
    /** Events that the worker does not claim. */
    testEvents: () => eventsInBatches(statementsOf(createDeliveryOutbox(db, 'test'), { appId, url })),
  };

  async function pending(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from notifications.deliveries
      where app_id = ${appId} and state = 'pending'`.execute(db);
    return rows[0]?.count ?? NaN;
  }
}

/** Claims and records deliveries as the worker does. */
function statementsOf(
  { claim, record }: WebhookDeliveryStore<LeasedWebhook>,
  { appId: endpointId, url }: { readonly appId: string; readonly url: string },
): OutboxStatements {
  const worker = newId();
  return {
    claim: async () => {
      const at = now();
      const capacities = [{ endpointId, capacity: batchSize }];
      const leaseEndsAt = new Date(at.getTime() + 30_000);
      const claimed = await claim({ worker, now: at, leaseEndsAt, limit: batchSize, capacities });
      return claimed.map(({ id }) => id);
    },
    record: (events) =>
      record(
        events.map(({ id, headers }) => ({
          endpointId,
          deliveryId: id,
          worker,
          startedAt: now(),
          finishedAt: now(),
          latencyMs: 1,
          request: { url, headers },
          status: 200,
          answer: '',
          error: null,
          succeeded: true,
          gone: false,
          failing: false,
          retryAt: undefined,
        })),
      ),
  };
}

async function measure(
  { databaseTime }: Workbench,
  { count, receiverUrl }: { readonly count: number; readonly receiverUrl: string },
  work: () => Promise<void>,
): Promise<Run> {
  const cpuBefore = process.cpuUsage();
  const databaseBefore = databaseTime();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const received = (await (await fetch(receiverUrl)).json()) as { requests: number; events: number };
  const databaseCpu = (databaseTime() - databaseBefore) / count;
  return { perSecond: count / seconds, cpu: (user + system) / count, databaseCpu, ...received };
}

function deliveryRate(
  count: number,
  { ours, peer, least, storage }: Readonly<Record<'ours' | 'peer' | 'least' | 'storage', Run[]>>,
): Finding {
  const ratesOf = (runs: readonly Run[]) => runs.map(({ perSecond }) => perSecond);
  const costsOf = (runs: readonly Run[]) => runs.map(({ cpu }) => cpu);
  const format = (runs: readonly Run[]) =>
    `${Math.round(median(ratesOf(runs)))}/s, ${Math.round(median(costsOf(runs)))} µs`;
  const withDatabase = (runs: readonly Run[]) =>
    `${format(runs)} + ${Math.round(median(runs.map(({ databaseCpu }) => databaseCpu)))} µs in PostgreSQL`;
  const shareOf = (runs: readonly Run[]) => ratioOf(ratesOf(runs), ratesOf(peer)).median.toFixed(2);
  return {
    what: `${count.toLocaleString('en')} due webhooks out of PostgreSQL; peer: a loop that signs and sends as many`,
    ours: withDatabase(ours),
    peer: format(peer),
    ratio: ratioOf(ratesOf(ours), ratesOf(peer)),
    target: { atLeast: 0.5 },
    cpu: ratioOf(costsOf(ours), costsOf(peer)),
    note: `PostgreSQL, which the peer does not use, runs on the same processors. The peer signs with node:crypto. The same loop with libsodium and the least of the storage, one claim and one result, both in batches, reaches ${shareOf(least)} of the peer (${withDatabase(least)}). With the platform's own statements, which keep leases, the log of attempts and the indexes of the lists, but without its worker, the loop reaches ${shareOf(storage)} (${withDatabase(storage)}).`,
  };
}

function completeness(count: number, runs: readonly Run[], undelivered: number): Finding {
  const wrong = runs.filter(({ requests, events }) => requests !== count || events !== count);
  const share = wrong.length === 0 && undelivered === 0 ? 1 : NaN;
  return {
    what: 'the same: each delivered, none twice',
    ours: runs.map(({ requests, events }) => `${events} events in ${requests} requests`).join('; '),
    peer: `${count} in ${count}`,
    ratio: spreadOf([share]),
    target: { atMost: 1 },
  };
}

/** Events to deliver. */
export interface EventSource {
  /** @returns the id of the next event, undefined when there is none */
  readonly next: () => Promise<string | undefined>;
  /** Records that an event was delivered, with the headers of its request. */
  readonly delivered: (id: string, headers: Readonly<Record<string, string>>) => Promise<void>;
}

/** Events that need no storage. */
function eventsInMemory(count: number): EventSource {
  let next = 0;
  return {
    next: async () => (next < count ? `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}` : undefined),
    delivered: async () => undefined,
  };
}

/** Events that one statement claims. */
const batchSize = 256;
/** Results of this time share a statement, milliseconds. */
const recordingPauseMs = 10;

export interface DeliveredEvent {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Statements of a stored outbox. */
interface OutboxStatements {
  /** @returns the ids of up to {@link batchSize} events that are due */
  readonly claim: () => Promise<readonly string[]>;
  readonly record: (events: readonly DeliveredEvent[]) => Promise<unknown>;
}

/** Events of an outbox, claimed and recorded in batches. */
function eventsInBatches({ claim, record }: OutboxStatements): EventSource {
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
async function eventsInPostgres({ db }: Database, count: number): Promise<EventSource> {
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
async function sendSignedDeliveries({
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

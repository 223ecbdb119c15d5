import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Agent } from 'undici';
import { type NotificationsDatabase, notificationsMigrations } from '../../src/notifications/database.ts';
import { createNotificationsStores } from '../../src/notifications/stores.ts';
import { createDeliveryOutbox } from '../../src/notifications/webhooks/delivery-result-store.ts';
import { signWebhookRequest, statusWebhookSigner } from '../../src/notifications/background-work.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { ed25519KeyPair } from '../../src/runtime/start/ed25519-key-pair.ts';
import { createIdGenerator } from '../../src/runtime/start/ids.ts';
import { createMasterKey } from '../../src/runtime/start/master-key.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';
import { createOutboundHttp } from '../../src/runtime/outbound/outbound-http.ts';
import { createDeliveryWorker } from '../../src/runtime/webhooks/delivery-worker.ts';
import { createWebhookKeyring, createWebhookSecrets } from '../../src/runtime/webhooks/webhook-keys.ts';
import { webhookUserAgent } from '../../src/runtime/webhooks/delivery-attempt.ts';
import { type Finding, median, ratioOf, runRounds, spreadOf } from './findings.ts';
import type { Measurement, Workbench } from './workbench.ts';
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
    const { privateKey } = generateKeyPairSync('ed25519');
    const byHand = (message: Uint8Array) => sign(null, message, privateKey);
    const keyPair = ed25519KeyPair(randomBytes(32));
    const profile = bench.profile('p8');

    const results = await runRounds(
      { ...bench, rounds: Math.min(bench.rounds, 3) },
      {
        ours: async () => {
          await outbox.fill(count);
          const drain = () => (profile ? profile(outbox.drain) : outbox.drain());
          return measure(bench, { count, receiverUrl: receiver.url }, drain);
        },
        peer: () =>
          measure(bench, { count, receiverUrl: receiver.url }, () =>
            sendSignedDeliveries(url, byHand, eventsInMemory(count)),
          ),
        least: async () => {
          const events = await eventsInPostgres(database, count);
          return measure(bench, { count, receiverUrl: receiver.url }, () =>
            sendSignedDeliveries(url, keyPair.sign, events),
          );
        },
      },
    );
    return [
      deliveryRate(count, results),
      besideLeastWork(results),
      completeness(count, results.ours, await outbox.undelivered()),
    ];
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
    fill: async (count: number): Promise<void> => {
      await sql`
        insert into notifications.deliveries
          (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
        select ${appId}, gen_random_uuid(), 'ntf_' || gen_random_uuid(), 'delivered', md5(n::text), false, 'pending',
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
  };

  async function pending(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from notifications.deliveries
      where app_id = ${appId} and state = 'pending'`.execute(db);
    return rows[0]?.count ?? NaN;
  }
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
  { ours, peer, least }: Readonly<Record<'ours' | 'peer' | 'least', Run[]>>,
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
    note: `PostgreSQL, which the peer does not use, runs on the same processors. The peer signs with node:crypto. The same loop with libsodium and the least of the storage, one claim and one result, both in batches, reaches ${shareOf(least)} of the peer (${withDatabase(least)}).`,
  };
}

/** Compares the processor time with that of the loop with the least of the storage. */
function besideLeastWork({ ours, least }: Readonly<Record<'ours' | 'least', Run[]>>): Finding {
  const costsOf = (runs: readonly Run[]) => runs.map(({ cpu }) => cpu);
  const format = (runs: readonly Run[]) => `${Math.round(median(costsOf(runs)))} µs`;
  const cpu = ratioOf(costsOf(ours), costsOf(least));
  return {
    what: 'the same beside the least work: processor time; peer: a loop with one claim and one result, both in batches',
    ours: format(ours),
    peer: format(least),
    ratio: cpu,
    target: { atMost: 1.5 },
    cpu,
    note: 'Leases, the log of attempts, the limits of each endpoint and checked addresses are what the loop leaves out.',
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
interface EventSource {
  /** @returns the id of the next event, undefined when there is none */
  readonly next: () => Promise<string | undefined>;
  /** Records that an event was delivered. */
  readonly delivered: (id: string) => Promise<unknown>;
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

/**
 * Events that PostgreSQL stores, claimed and recorded in batches: the least that survives a crash, without limits per
 * endpoint, retries, keys and pauses.
 */
async function eventsInPostgres({ db }: Database, count: number): Promise<EventSource> {
  await sql`drop table if exists least_events`.execute(db);
  await sql`create table least_events (id uuid primary key, due boolean, attempts integer, response text)`.execute(db);
  await sql`create index on least_events (id) where due`.execute(db);
  await sql`
    insert into least_events select gen_random_uuid(), true, 0 from generate_series(1, ${count}::integer)`.execute(db);
  await sql`analyze least_events`.execute(db);

  let claimed: string[] = [];
  let claiming: Promise<void> | undefined;
  const claimBatch = async (): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      update least_events set due = false, attempts = attempts + 1
      where id in (select id from least_events where due limit ${batchSize} for update skip locked) returning id`.execute(
      db,
    );
    claimed = rows.map(({ id }) => id);
    claiming = undefined;
  };
  let delivered: string[] = [];
  let recording: Promise<unknown> | undefined;
  const recordBatch = async (): Promise<unknown> => {
    await delay(recordingPauseMs);
    const ids = delivered;
    [delivered, recording] = [[], undefined];
    return sql`update least_events set response = '' where id = any(${ids}::uuid[])`.execute(db);
  };
  return {
    next: async () => {
      if (claimed.length === 0) await (claiming ??= claimBatch());
      return claimed.pop();
    },
    delivered: (id) => {
      delivered.push(id);
      return (recording ??= recordBatch());
    },
  };
}

/** Signs and sends every event, up to {@link concurrency} at once. */
async function sendSignedDeliveries(url: string, sign: Ed25519Sign, { next, delivered }: EventSource): Promise<void> {
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  const { origin, pathname: path } = new URL(url);
  const recorded: Promise<unknown>[] = [];
  const sender = async () => {
    for (let id = await next(); id !== undefined; id = await next()) {
      const event = { notificationId: `ntf_${id}`, status: 'delivered', sessionAddress: 'person', test: false };
      const { headers, body } = await signWebhookRequest({ deliveryId: id, ...event }, new Date(), sign);
      const response = await agent.request({ origin, path, method: 'POST', headers: { ...headers }, body });
      await response.body.dump();
      recorded.push(delivered(id));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  await Promise.all(recorded);
  await agent.close();
}

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { fillIdleApps } from '../../contract-tests/fixtures/notifications/idle-apps.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { apiKeyHash, apiKeyPrefix, newApiKey } from '../../src/notifications/api-keys/api-key.ts';
import { type NotificationsDatabase, notificationsMigrations } from '../../src/notifications/database.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { readEvents } from '../../src/web/host/read-events.ts';
import { type Finding, median, spreadOf } from './findings.ts';
import { p99Of } from './load.ts';
import { type Measurement, measuredStart, type Workbench } from './workbench.ts';

/** The peer has one row for this number of rows of the platform. */
const rowsPerPeerRow = 1_000;
const warmUp = 20;
/** Seconds without any request, in which transactions are counted. */
const idleSeconds = 20;

/** P16: apps without due rows, and test sends, cost a push no time and an idle database no work. */
export const idleApps: Measurement = {
  title: 'Many idle apps',
  run: async (bench) => {
    const apps = Math.round(20_000 * bench.scale);
    const testSends = Math.round(300_000 * bench.scale);
    const pushes = bench.times(500);
    const size = { apps, testSends, pushes };
    const fewer = { ...size, apps: Math.ceil(apps / rowsPerPeerRow), testSends: Math.ceil(testSends / rowsPerPeerRow) };
    // Filling takes longer than the token of an open page lasts.
    const starts = [await fill(bench, size), await fill(bench, fewer)] as const;
    const [big, small] = [await starts[0](), await starts[1]()];

    const times: { readonly ours: number[]; readonly peer: number[] } = { ours: [], peer: [] };
    for (let push = -warmUp; push < pushes; push++) {
      const ours = await big.push();
      const peer = await small.push();
      if (push < 0) continue;
      times.ours.push(ours);
      times.peer.push(peer);
    }
    const [oursIdle, peerIdle] = await Promise.all([big.idleTransactions(), small.idleTransactions()]);
    const count = (rows: number) => rows.toLocaleString('en');
    const what = `a send until the recipient's open page has it: among ${count(apps)} idle apps and ${count(testSends)} test sends; peer: among a thousandth`;
    return [
      compared(what, times, median),
      compared('the same: the slowest of a hundred (p99)', times, p99Of),
      {
        what: 'transactions of the idle database; peer: among a thousandth',
        ours: `${oursIdle.toFixed(1)}/s`,
        peer: `${peerIdle.toFixed(1)}/s`,
        ratio: spreadOf([oursIdle / peerIdle]),
        target: { atMost: 2 },
      },
    ];
  },
};

function compared(
  what: string,
  { ours, peer }: { readonly ours: readonly number[]; readonly peer: readonly number[] },
  value: (times: readonly number[]) => number,
): Finding {
  return {
    what,
    ours: `${value(ours).toFixed(1)} ms`,
    peer: `${value(peer).toFixed(1)} ms`,
    ratio: spreadOf([value(ours) / value(peer)]),
    target: { atMost: 2 },
  };
}

interface Size {
  readonly apps: number;
  readonly testSends: number;
  /** Number of pushes that are measured. */
  readonly pushes: number;
}

/** Fills a database. @returns starts a notification service on it, with a person whose page is open */
async function fill(bench: Workbench, size: Size) {
  const DATABASE_URL = await bench.freshDatabase();
  const database = await openDatabase({ databaseUrl: DATABASE_URL, poolSize: 1 });
  bench.onClear(() => database.close());
  await migrate(database, 'notifications', notificationsMigrations);
  bench.say(`filling a database with ${size.apps.toLocaleString('en')} idle apps`);
  const person = randomBytes(16).toString('hex');
  const now = new Date();
  const idle = { ...size, testEvents: 'delivered', testApp: randomUUID(), person, now } as const;
  await fillIdleApps({ db: database.db, url: DATABASE_URL }, idle);
  const keys = await createSenders(database, { person, count: size.pushes + warmUp, now });

  return async () => {
    const service = await startNotifications(measuredStart({ DATABASE_URL }));
    bench.onClear(service.stop);
    const host = await service.person(person);
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const arrivals = readEvents(unwrap(await host.streamPushes({ query: { deviceId } })));
    bench.onClear(() => arrivals.return(undefined));

    return {
      /** Sends one push by an app that sent none before. @returns milliseconds until the open page has it */
      push: async (): Promise<number> => {
        const key = keys.pop();
        if (key === undefined) throw new Error('Every app has sent its push.');
        const sender = createNotificationsClient({
          baseUrl: service.url,
          headers: { 'x-platform-notifications-key': key },
        });
        const started = performance.now();
        const [arrived, accepted] = await Promise.all([
          arrivals.next().then(({ value }) => ({ data: value?.data ?? '', at: performance.now() })),
          sender.sendNotification({ body: { sessionAddress: person, body: 'Your order is ready.' } }),
        ]);
        const { notificationId } = unwrap(accepted);
        if (!arrived.data.includes(notificationId)) throw new Error(`${notificationId} did not arrive next.`);
        unwrap(await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } }));
        return arrived.at - started;
      },
      /** @returns transactions per second while nothing is due and nobody calls */
      idleTransactions: async (): Promise<number> => {
        const before = await countTransactions(database);
        await sleep(idleSeconds * 1000);
        return ((await countTransactions(database)) - before) / idleSeconds;
      },
    };
  };
}

/** Creates apps that may send to a person. @returns an API key of each */
async function createSenders(
  database: Database,
  { person, count, now }: { readonly person: string; readonly count: number; readonly now: Date },
): Promise<string[]> {
  const db = database.as<NotificationsDatabase>();
  const senders = Array.from({ length: count }, () => ({ appId: randomUUID(), key: newApiKey(randomBytes) }));
  await db
    .insertInto('notifications.apps')
    .values(senders.map(({ appId }) => ({ id: appId, owner_sub: 'developer', name: 'Measured', created_at: now })))
    .execute();
  await db
    .insertInto('notifications.api_keys')
    .values(
      senders.map(({ appId, key }) => ({
        app_id: appId,
        id: randomUUID(),
        key_hash: apiKeyHash(key),
        prefix: apiKeyPrefix(key),
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('notifications.api_key_apps')
    .values(senders.map(({ appId, key }) => ({ key_hash: apiKeyHash(key), app_id: appId })))
    .execute();
  await db
    .insertInto('notifications.recipient_apps')
    .values(senders.map(({ appId }) => ({ session_address: person, app_id: appId })))
    .execute();
  await db
    .insertInto('notifications.consents')
    .values(
      senders.map(({ appId }) => ({
        app_id: appId,
        session_address: person,
        status: 'granted' as const,
        updated_at: now,
      })),
    )
    .execute();
  return senders.map(({ key }) => key);
}

async function countTransactions({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (xact_commit + xact_rollback)::integer as count from pg_stat_database
    where datname = current_database()`.execute(db);
  return rows[0]?.count ?? NaN;
}

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindAgent } from '../fixtures/identity.ts';
import { missingClusterPrograms, type PostgresCluster, startPostgresCluster } from '../fixtures/patroni.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type Events, events, payments, posts, signIns, type Traffic, trafficSettings } from '../fixtures/traffic.ts';

/** TEST_HA_KILLS shortens a run. */
const kills = Number(process.env['TEST_HA_KILLS'] ?? 10);
/** Milliseconds after a kill in which every kind of write must succeed again. */
const recoveryLimit = 120_000;
/** Milliseconds between two requests of one client: three servers, three members of etcd and the platform share a machine. */
const pace = 100;

const missing = missingClusterPrograms();
if (missing.length > 0 && process.env['CI'] === undefined)
  console.log(`High availability is not tested: ${missing.join(', ')} not installed.`);

test.runIf(missing.length > 0 && process.env['CI'] !== undefined)(
  'high availability: its programs are installed',
  () => {
    expect(missing).toEqual([]);
  },
);

describe.skipIf(missing.length > 0)('three PostgreSQL nodes under Patroni', () => {
  let cluster: PostgresCluster;
  let platform: RunningPlatform;
  let sender: Events;
  let load: readonly Traffic[];
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    await cluster.healthy();
    const services = ['sso', 'forum', 'backend', 'notifications'];
    platform = await startPlatform({ services, env: { ...trafficSettings, DATABASE_URL: cluster.url } });
    const agent = await bindAgent(platform);
    sender = await events(platform, agent, 1 + kills);
    load = [await posts(agent, 'kept'), payments(platform, agent), signIns(platform, agent), sender];
  }, 300_000);
  afterAll(async () => {
    await platform?.stop();
    if (platform) await deletePlatformData(platform);
    await sender?.stop();
    await cluster?.stop();
  }, 120_000);

  test(`high availability: the primary is killed ${kills} times under sign-ins, posts, payments and notifications, and no acknowledged write is lost`, async () => {
    const over = new AbortController();
    const accepted = new Map(load.map(({ name }) => [name, 0]));
    const client = async ({ name, act }: Traffic) => {
      while (!over.signal.aborted) {
        const status = await act();
        if (status !== undefined && status < 300) accepted.set(name, (accepted.get(name) ?? 0) + 1);
        await pause(pace);
      }
    };
    /** Waits until every kind of write was acknowledged again. @returns the milliseconds that it took */
    const recovery = async (): Promise<number> => {
      const since = Date.now();
      const before = new Map(accepted);
      while (load.some(({ name }) => accepted.get(name) === before.get(name))) {
        const waited = Date.now() - since;
        if (waited > recoveryLimit) throw new Error(`No recovery after ${waited} ms.\n${cluster.log()}`);
        await pause(50);
      }
      return Date.now() - since;
    };
    const running = Promise.all(load.map(client));
    try {
      await recovery();
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(Math.random() * 3_000);
        const what = kill % 2 === 0 ? 'node' : 'server';
        const name = await cluster.killPrimary(what);
        const ms = await recovery();
        console.log(`kill ${kill}: the ${what} of ${name} ended; writes continued after ${(ms / 1000).toFixed(1)} s`);
        cluster.restart(name);
        await cluster.healthy();
      }
    } finally {
      over.abort();
      await running;
    }
    console.log(`acknowledged: ${[...accepted].map(([name, count]) => `${count} ${name}`).join(', ')}`);
    for (const { check } of load) await check();
  }, 1_800_000);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { payments, posts, refreshes, type Traffic, trafficSettings } from '../fixtures/traffic.ts';
import { waitUntil } from '../fixtures/http.ts';
import { type Relay, startRelay } from '../fixtures/relay.ts';

describe.skipIf(findPostgres() === undefined)(
  'the network between the services and PostgreSQL is split under load',
  () => {
    let postgres: TemporaryPostgres;
    let relay: Relay;
    let platform: RunningPlatform;
    let traffic: readonly Traffic[];
    beforeAll(async () => {
      postgres = await startPostgres();
      relay = await startRelay(new URL(postgres.url));
      const services = ['sso', 'forum', 'backend'];
      platform = await startPlatform({ services, env: { ...trafficSettings, DATABASE_URL: relay.url } });
      const agent = await bindAgent(platform);
      traffic = [await posts(agent, 'kept'), payments(platform, agent), refreshes(platform, await bindAgent(platform))];
    });
    afterAll(async () => {
      await platform.stop();
      await deletePlatformData(platform);
      await relay.stop();
      await postgres.stop();
    });

    test('split connections: errors are 503, readiness is false, no acknowledged write is lost or repeated, and the platform recovers', async () => {
      const stopped = new AbortController();
      const responses: (number | undefined)[] = [];
      const repeat = async ({ act }: Traffic) => {
        while (!stopped.signal.aborted) responses.push(await act());
      };
      const statusOf = async (path: string) => (await fetch(`${urlOf(platform, 'forum')}${path}`)).status;
      const succeeded = () => responses.filter((status) => status !== 503).length;
      const running = Promise.all(traffic.map(repeat));
      await waitUntil(() => succeeded() >= 30);
      expect(await statusOf('/readyz')).toBe(200);

      // Nothing says that the server is gone: requests that wait for it keep their connections.
      relay.drop();
      await waitUntil(async () => (await statusOf('/readyz')) === 503);
      const reads = Array.from({ length: 40 }, () => statusOf('/api/posts'));
      expect(await Promise.any(reads)).toBe(503);
      relay.restore();
      await waitUntil(async () => (await statusOf('/readyz')) === 200);
      expect(new Set(await Promise.all(reads))).toEqual(new Set([503]));

      const before = succeeded();
      await waitUntil(() => succeeded() >= before + 30);
      stopped.abort();
      await running;
      expect(new Set(responses)).toEqual(new Set([200, 201, 503]));
      for (const { check } of traffic) await check();
    });
  },
);

import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type Proxy, type ProxyOptions, startProxy } from '../fixtures/fleet.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

const missing = spawnSync('haproxy', ['-v']).error !== undefined;

const everywhere = (port: number) => Object.fromEntries(serviceNames.map((name) => [name, port]));

describe.skipIf(missing)('the proxy before the instances', () => {
  let instances: readonly [Receiver, Receiver];
  const proxies: Proxy[] = [];
  /** Starts a proxy. @returns the URL of its first service */
  const startInFront = async (options: ProxyOptions) => (await startForAll(options))[0] ?? '';
  /** @returns the URLs of all services */
  const startForAll = async (options: ProxyOptions) => {
    const ports = await Promise.all(serviceNames.map(async (name) => [name, await freePort()] as const));
    const [first, second] = instances.map((instance) => everywhere(Number(new URL(instance.url).port)));
    proxies.push(await startProxy(Object.fromEntries(ports), [first ?? {}, second ?? {}], options));
    return ports.map(([, port]) => `http://127.0.0.1:${port}`);
  };
  const headersOf = (test: string) =>
    instances.flatMap(({ received }) => received).find(({ headers }) => headers['x-test'] === test)?.headers;

  let url: string;
  let urls: readonly string[];
  beforeAll(async () => {
    const ready = () => ({ status: 200 });
    instances = [await startReceiver(ready), await startReceiver(ready)];
    urls = await startForAll({ inside: '192.0.2.0/24' });
    url = urls[0] ?? '';
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.stop();
    await Promise.all(instances.map((instance) => instance.close()));
  });

  test('proxy: requests go to the instances in turn', async () => {
    const requestCounts = () =>
      instances.map(({ received }) => received.filter(({ headers }) => headers['x-test']).length);
    for (let turn = 0; turn < 10; turn += 1) await fetch(url, { headers: { 'x-test': 'yes' } });
    expect(requestCounts()).toEqual([5, 5]);
  });

  test("proxy: an instance accepts the client's address only from the proxy", async () => {
    await fetch(`${url}/api/posts?limit=1`, { headers: { 'x-forwarded-for': '203.0.113.9', 'x-test': 'forwarded' } });
    expect(headersOf('forwarded')).toMatchObject({
      host: new URL(url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
  });

  test.each([
    ['X-Forwarded-For of an inner service is kept', 'service', '192.0.2.1', '203.0.113.9, 127.0.0.1'],
    ['X-Forwarded-For of the gateway is replaced', 'gateway', '127.0.0.1', '127.0.0.1'],
  ])('proxy: %s', async (_rule, from, gateway, expected) => {
    const inside = await startInFront({ inside: '127.0.0.0/24', gateway });
    await fetch(inside, { headers: { 'x-forwarded-for': '203.0.113.9', 'x-test': from } });
    expect(headersOf(from)).toMatchObject({ 'x-forwarded-for': expected });
  });

  test.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/%6detrics',
    '/%6Detrics',
    '/m%65trics',
    '/metrics%2F',
    '/%2Fmetrics',
    '/readyz/',
    '//healthz',
    '/metrics?x=1',
    '/METRICS',
  ])('proxy: %s is not public on any service', async (path) => {
    for (const address of urls) {
      const headers = { 'x-test': `${address}${path}` };
      expect((await fetch(`${address}${path}`, { headers })).status, address).toBe(404);
      expect(headersOf(`${address}${path}`), address).toBeUndefined();
    }
  });

  test.each(['/%2565', '/%256detrics', '/m%2565trics', '/%252Freadyz', '/api/forums/%2e%252e', '/%25%36%35%2535'])(
    'proxy: the doubly escaped path %s is refused on every service',
    async (path) => {
      for (const address of urls) {
        const headers = { 'x-test': `${address}${path}` };
        expect((await fetch(`${address}${path}`, { headers })).status, address).toBe(400);
        expect(headersOf(`${address}${path}`), address).toBeUndefined();
      }
    },
  );

  test.each(['/posts/a%20b', '/api/forums/100%25', '/search?q=%2565', '/admin/applications/https%3A%2F%2Fapp.example'])(
    'proxy: the path %s reaches a service',
    async (path) => {
      expect((await fetch(`${url}${path}`, { headers: { 'x-test': path } })).status).toBe(200);
      expect(headersOf(path)).toBeDefined();
    },
  );
});

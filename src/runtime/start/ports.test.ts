import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

test('free port: no port is returned twice, even before the first is used', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
});

test('free port: a port in use is skipped', async () => {
  const usedPort = (await freePort()) + 1;
  const server = createServer();
  await new Promise<void>((ready) => server.listen(usedPort, '127.0.0.1', ready));
  expect(await freePort()).not.toBe(usedPort);
  await new Promise((closed) => server.close(closed));
});

test('free port: no port is blocked by fetch or in the ephemeral range', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(10_080);
  expect(port).toBeLessThan(32_768);
});

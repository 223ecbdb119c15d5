import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('no port is given twice, though nobody listens on the first one yet', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
});

test('a port on which somebody listens is passed over', async () => {
  const taken = (await freePort()) + 1;
  const server = createServer();
  await new Promise<void>((ready) => server.listen(taken, '127.0.0.1', ready));
  expect(await freePort()).not.toBe(taken);
  await new Promise((closed) => server.close(closed));
});

test('every port can be called: none is refused by fetch, and none is given to outgoing connections', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(10_080);
  expect(port).toBeLessThan(32_768);
});

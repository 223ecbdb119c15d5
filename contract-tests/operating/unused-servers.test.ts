import { expect, test } from 'vitest';
import { deletePlatformData } from '../fixtures/platform.ts';
import { runningFirst, startProcess } from '../fixtures/platform-process.ts';

/** Writes the address of every module of packages that few use to standard error when it is loaded. */
const reporting = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/node_modules\\/@(redis|nats-io|modelcontextprotocol|simplewebauthn|opentelemetry\\/sdk-trace)\\//.test(url)) console.error('loaded ' + url);
    return next(url, context);
  },
});`;
const nodeOptions = runningFirst(reporting);

test('one machine: the start loads no client of Redis or NATS, and no library that only a first request needs', async () => {
  const platform = await startProcess({ nodeOptions });
  expect(platform.log()).not.toContain('loaded ');
  await platform.stop();
  await deletePlatformData(platform);
});

test('one machine: the clients are loaded where their servers are set', async () => {
  const unreachable = { REDIS_URL: 'redis://127.0.0.1:1' };
  await expect(startProcess({ services: ['notifications'], env: unreachable, nodeOptions })).rejects.toThrow(
    /loaded .*@redis/,
  );
  const platform = await startProcess({
    services: ['notifications'],
    env: { NATS_URL: 'nats://127.0.0.1:1' },
    nodeOptions,
  });
  expect(platform.log()).toMatch(/loaded .*@nats-io/);
  await platform.stop();
  await deletePlatformData(platform);
});

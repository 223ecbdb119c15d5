import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createAdminServer } from './admin-server.ts';
import { createProcessMetrics } from './metrics.ts';

const metrics = createProcessMetrics(() => ({ total: 1, idle: 1, waiting: 0 }));
metrics.service('sso').observe({ operation: 'getJwks', status: 200, seconds: 0.1 });
metrics.service('forum').observe({ operation: 'listPosts', status: 200, seconds: 0.1 });

let forumReady = true;
const app = createAdminServer({
  services: [{ ready: async () => true }, { ready: async () => forumReady }],
  metrics,
  stopping: new AbortController().signal,
  log: pino({ level: 'silent' }),
});
afterAll(() => app.close());

test('admin port: the process is ready when all its services are', async () => {
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  forumReady = false;
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});

test('admin port: the metrics of all services are shown, each described once', async () => {
  const { body } = await app.inject('/metrics');
  expect(body.match(/^# TYPE http_request_duration_seconds /gm)).toHaveLength(1);
  expect(body).toMatch(/^http_request_duration_seconds_count\{.*service="sso".*\} 1$/m);
  expect(body).toMatch(/^http_request_duration_seconds_count\{.*service="forum".*\} 1$/m);
  expect(body).toContain('process_resident_memory_bytes');
});

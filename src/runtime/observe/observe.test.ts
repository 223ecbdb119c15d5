import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test, afterAll } from 'vitest';
import { pino } from 'pino';
import { createProcessMetrics, measureRequests } from './metrics.ts';
import { createServiceHealth } from './service-health.ts';
import { serveMetrics, createAdminServer } from './admin-server.ts';
import { createTracing, type SpanExporter } from './tracing.ts';

async function scrape(...paths: readonly string[]): Promise<string> {
  const app = Fastify();
  const metrics = createProcessMetrics(() => ({ total: 5, idle: 2, waiting: 7 }));
  const forum = metrics.service('forum');
  measureRequests(app, forum);
  serveMetrics(app, forum);
  app.get('/posts', { config: { operationId: 'listPosts' } }, async () => ({ ok: true }));
  app.get('/posts/:id', { config: { operationId: 'getPost' } }, async (_request, reply) => reply.code(404).send());
  for (const path of paths) await app.inject(path);
  const response = await app.inject('/metrics');
  await app.close();
  expect(response.headers['content-type']).toContain('text/plain');
  return response.body;
}

const counts = (text: string) =>
  text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'));

test('metrics: requests are counted by operationId and class of status', async () => {
  expect(counts(await scrape('/posts', '/posts', '/posts/1'))).toEqual([
    'http_request_duration_seconds_count{service="forum",operation="listPosts",status="2xx"} 2',
    'http_request_duration_seconds_count{service="forum",operation="getPost",status="4xx"} 1',
  ]);
});

test('metrics: all paths without an operation share one label', async () => {
  expect(counts(await scrape('/a', '/b', '/c'))).toEqual([
    'http_request_duration_seconds_count{service="forum",operation="none",status="4xx"} 3',
  ]);
});

test('metrics: database connections and process metrics are shown', async () => {
  const lines = (await scrape()).split('\n');
  expect(lines).toContain('database_connections{state="busy"} 3');
  expect(lines).toContain('database_connections{state="idle"} 2');
  expect(lines).toContain('database_connections{state="waiting"} 7');
  expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_seconds'))).toBe(true);
});

test('metrics: services of one process have separate counts', async () => {
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 }));
  const [forum, sso] = [metrics.service('forum'), metrics.service('sso')];
  forum.observe({ operation: 'listPosts', status: 200, seconds: 0.01 });
  expect(counts((await forum.read()).text)).toHaveLength(1);
  expect(counts((await sso.read()).text)).toEqual([]);
});

test('metrics: a service measures its work by outcome', async () => {
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('notifications');
  const attempted = metrics.outcomeHistogram('webhook_attempt_duration_seconds', 'Attempts to deliver a webhook');
  attempted('succeeded', 0.02);
  attempted('succeeded', 0.03);
  attempted('failed', 10);
  const lines = (await metrics.read()).text.split('\n').filter((line) => line.startsWith('webhook_attempt_duration'));
  expect(lines).toContain('webhook_attempt_duration_seconds_count{service="notifications",outcome="succeeded"} 2');
  expect(lines).toContain('webhook_attempt_duration_seconds_sum{service="notifications",outcome="failed"} 10');
});

test('metrics: a gauge is read on collection, and is NaN when reading fails', async () => {
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('notifications');
  let age: number | undefined = 7;
  metrics.gauge('webhook_overdue_seconds', 'Age of the oldest due delivery', async () => {
    if (age === undefined) throw new Error('the database is unreachable');
    return age;
  });
  const shown = async () =>
    /^webhook_overdue_seconds\{service="notifications"\} (.*)$/m.exec((await metrics.read()).text)?.[1];
  expect(await shown()).toBe('7');
  age = undefined;
  expect(await shown()).toBe('Nan');
  age = Infinity;
  expect(await shown()).toBe('+Inf');
});

function healthAt(start: number) {
  const clock = { now: start };
  return { clock, ...createServiceHealth({ version: '1.2.3', now: () => clock.now }) };
}

test('health: requests and failures of the last five minutes are counted, and older ones are not', async () => {
  const { clock, count, read } = healthAt(0);
  count(500);
  clock.now = 301_000;
  for (const status of [200, 404, 503]) count(status);
  expect(await read()).toMatchObject({ requests: 3, failures: 1, periodSeconds: 300 });
});

test('health: after a start the period is as long as the process runs', async () => {
  const { clock, count, read } = healthAt(Date.parse('2026-03-01T06:00:00.000Z'));
  clock.now += 20_000;
  count(200);
  expect(await read()).toEqual({
    version: '1.2.3',
    startedAt: '2026-03-01T06:00:00.000Z',
    periodSeconds: 20,
    requests: 1,
    failures: 0,
    overdueSeconds: null,
  });
});

test('health: the oldest work of several outboxes counts, and an unreadable one makes the age unknown', async () => {
  const { addOutbox, read } = healthAt(0);
  addOutbox(async () => 2);
  addOutbox(async () => 7.5);
  expect((await read()).overdueSeconds).toBe(7.5);
  addOutbox(async () => Promise.reject(new Error('the database is unreachable')));
  expect((await read()).overdueSeconds).toBeNull();
});

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

const exporter: SpanExporter = { export: () => undefined, stop: async () => undefined };
const parts = { randomBytes: (length: number) => randomBytes(length), now: () => new Date() };
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test("tracing: a request is a child span in its caller's trace", () => {
  const { context, parentId } = createTracing(parts).serverSpan({ traceparent, tracestate: 'a=b' });
  expect(context).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', sampled: true, state: 'a=b' });
  expect(parentId).toBe('00f067aa0ba902b7');
  expect(context.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(context.spanId).not.toBe(parentId);
});

test('tracing: a request without a traceparent starts a new trace', () => {
  const tracing = createTracing(parts);
  const steps = Array.from({ length: 1000 }, () => tracing.serverSpan({}));
  expect(new Set(steps.map(({ context }) => context.traceId)).size).toBe(1000);
  expect(new Set(steps.map(({ context }) => context.spanId)).size).toBe(1000);
  for (const { context, parentId } of steps) {
    expect(context.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(context.sampled).toBe(false);
    expect(parentId).toBeUndefined();
  }
});

test('tracing: outgoing requests belong to the current span, also after an await', async () => {
  const tracing = createTracing(parts);
  const step = tracing.serverSpan({ traceparent });
  const sent = await tracing.withSpan(step, async () => {
    await new Promise((turn) => setImmediate(turn));
    return tracing.clientSpan();
  });
  expect(sent.parentId).toBe(step.context.spanId);
  expect(sent.context.traceId).toBe(step.context.traceId);
  expect(tracing.clientSpan().parentId).toBeUndefined();
});

test.each([
  [0, 0],
  [1, 500],
])('tracing: with the ratio %d, %d of 500 new traces are sampled', (ratio, expected) => {
  const tracing = createTracing({ ...parts, exporter, ratio });
  const kept = Array.from({ length: 500 }, () => tracing.serverSpan({})).filter(({ context }) => context.sampled);
  expect(kept).toHaveLength(expected);
});

test('tracing: deferred work continues its stored trace; work without one starts a new trace', () => {
  const tracing = createTracing(parts);
  const step = tracing.serverSpan({ traceparent });
  const kept = tracing.withSpan(step, tracing.currentTraceparent);
  const sent = tracing.continueTrace(kept, tracing.clientSpan);
  expect([sent.parentId, sent.context.traceId]).toEqual([step.context.spanId, step.context.traceId]);
  expect(sent.context.sampled).toBe(true);
  expect(tracing.currentTraceparent()).toBeNull();
  // Also when another request happens to be worked on, as when it wakes a worker.
  const alone = tracing.withSpan(step, () => tracing.continueTrace(null, tracing.clientSpan));
  expect(alone.parentId).toBeUndefined();
});

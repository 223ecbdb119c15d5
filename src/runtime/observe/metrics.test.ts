import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createProcessMetrics, measureRequests } from './metrics.ts';
import { serveMetrics } from './admin-server.ts';

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

import { expect, test } from 'vitest';
import { senderOf } from './sender.ts';
import { lintSenders } from './senders.ts';

const path = 'POST /api/v1/notifications/send';
const lookUp = { path, statement: 'select app_id\n from notifications.api_keys where key_hash = $1' };
const exception = { path, tables: ['notifications.api_keys'], rate: 'one a send' };
const refusal = `${path}: notifications.api_keys: names no app_id: select app_id from notifications.api_keys where key_hash = $1`;

test('statements of requests: one that names no key is refused, once, where the rows of its area are spread', () => {
  expect(lintSenders([lookUp, lookUp], [], ['notifications'])).toEqual({ violations: [refusal], unused: [] });
  expect(lintSenders([lookUp], [], ['backend']).violations).toEqual([]);
});

test('statements of requests: an exception holds for its path and its tables, and is reported when nothing needs it', () => {
  expect(lintSenders([lookUp], [exception], ['notifications'])).toEqual({ violations: [], unused: [] });
  const other = { ...exception, path: 'GET /api/v1/notifications' };
  expect(lintSenders([lookUp], [other], ['notifications'])).toEqual({
    violations: [refusal],
    unused: ['GET /api/v1/notifications: notifications.api_keys'],
  });
});

test('statements of requests: those of jobs and of tests are no findings', () => {
  const others = ['job src/notifications/a.ts', 'tests'].map((sender) => ({ ...lookUp, path: sender }));
  expect(lintSenders(others, [], ['notifications']).violations).toEqual([]);
});

const frames = (...files: readonly string[]) =>
  ['Error', ...files.map((file) => `    at async work (file:///checkout/${file}:10:3)`)].join('\n');

test('statements of jobs: the outermost function of an area names the job, and a test has its own', () => {
  const store = 'src/notifications/webhooks/delivery-queue-store.ts';
  const loop = 'src/runtime/jobs/worker-loop.ts';
  expect(senderOf(frames('src/runtime/database/queries.ts', store, loop))).toBe(`job ${store}`);
  expect(senderOf(frames(loop))).toBe(`job ${loop}`);
  expect(senderOf(frames(store, 'src/notifications/webhooks/delivery-queue.test.ts'))).toBe('tests');
  expect(senderOf(frames(store, 'contract-tests/fixtures/platform.ts'))).toBe('tests');
});

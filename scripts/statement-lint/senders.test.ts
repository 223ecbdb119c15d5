import { expect, test } from 'vitest';
import { senderOf } from './sender.ts';
import { lintSenders, unnamedKeys } from './senders.ts';

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
  const loop = 'src/runtime/jobs/repeat.ts';
  expect(senderOf(frames('src/runtime/database/queries.ts', store, loop))).toBe(`job ${store}`);
  expect(senderOf(frames(loop))).toBe(`job ${loop}`);
  expect(senderOf(frames(store, 'src/notifications/webhooks/delivery-queue.test.ts'))).toBe('tests');
  expect(senderOf(frames(store, 'contract-tests/fixtures/platform.ts'))).toBe('tests');
});

const named: readonly string[] = [
  'select id from notifications.webhooks where app_id = $1',
  'select 1 from notifications.webhooks as hook where hook.app_id in ($1, $2)',
  'insert into "notifications"."webhooks" ("app_id", "url") values ($1, $2) on conflict (app_id) do nothing',
  'insert into notifications.webhooks (app_id) select app_id from notifications.apps where id = $1',
  'delete from notifications.deliveries where (app_id, id) in (($1, $2))',
  'update notifications.deliveries as d set a = 1 from notifications.webhooks as h where h.app_id = $1 and d.app_id = h.app_id',
  'select 1 from notifications.deliveries join notifications.webhooks using (app_id) where app_id = $1',
  'select 1 from notifications.apps as app where app.id = $1 and exists (select from notifications.webhooks where $1 = app_id)',
  'select 1 from notifications.deliveries where (app_id = $1 and (state = $2))',
  'with hook as (select app_id from notifications.webhooks where app_id = $1) select 1 from hook',
  'select 1 from notifications.apps as app join notifications.webhooks as hook on hook.app_id = app.id where app.id = $1',
  'select 1 from notifications.webhooks where app_id = any ($1::uuid[])',
  // Copied to all nodes.
  'select 1 from notifications.push_keys',
  'select nextval($1)',
];

const unnamed: readonly (readonly [statement: string, table: string])[] = [
  ['select app_id from notifications.api_keys where key_hash = $1', 'notifications.api_keys'],
  ['select 1 from notifications.webhooks order by app_id limit 1', 'notifications.webhooks'],
  ['update notifications.webhooks set app_id = $1 where url = $2', 'notifications.webhooks'],
  ['insert into notifications.webhooks (url) values ($1) on conflict (app_id) do nothing', 'notifications.webhooks'],
  ['select 1 from notifications.webhooks where app_id in (select id from gone)', 'notifications.webhooks'],
  [
    'select 1 from notifications.webhooks as h join notifications.deliveries as d on d.app_id = h.app_id where h.url = $1',
    'notifications.webhooks',
  ],
  [
    'select 1 from notifications.webhooks as h join notifications.deliveries as d on d.url = h.url where h.app_id = $1',
    'notifications.deliveries',
  ],
  [
    'select 1 from notifications.apps where id = $1 and exists (select from notifications.webhooks where url = $2)',
    'notifications.webhooks',
  ],
];

test.each(named)('statement keys: named by %s', (statement) => {
  expect(unnamedKeys(statement)).toEqual([]);
});

test.each(unnamed)('statement keys: %s lacks one', (statement, table) => {
  expect(unnamedKeys(statement).map((each) => each.table)).toContain(table);
});

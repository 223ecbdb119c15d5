import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newAddress,
  startNotificationsService,
  type TestApp,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

let service: TestNotifications;
let app: TestApp;
beforeAll(async () => {
  service = await startNotificationsService();
  app = await service.createApp();
});
afterAll(() => service.close());

const test202 = { status: 202, body: { notificationId: expect.stringMatching(/^ntf_test_/) } };

test.each([
  ['a body of 178 characters outside the Basic Multilingual Plane is accepted', { body: '😀'.repeat(178) }, test202],
  [
    'a body of 179 characters outside the Basic Multilingual Plane gets 413',
    { body: '😀'.repeat(179) },
    { status: 413, body: { code: 413, details: { field: 'body' } } },
  ],
  ['an empty body gets 400', { body: '' }, { status: 400, body: { code: 1001, details: { field: 'body' } } }],
  ['a startParam of 256 bytes in 128 characters is accepted', { startParam: 'ü'.repeat(128) }, test202],
  [
    'a startParam of 257 ASCII characters gets 413',
    { startParam: 'x'.repeat(257) },
    { status: 413, body: { code: 413 } },
  ],
  ['an empty startParam is accepted', { startParam: '' }, test202],
  ['a sessionAddress of 64 characters is accepted', { sessionAddress: 'a'.repeat(64) }, test202],
  [
    'a sessionAddress of 65 characters gets 400',
    { sessionAddress: 'a'.repeat(65) },
    { status: 400, body: { code: 1001 } },
  ],
  ['a lone surrogate gets 400', { body: 'a\ud800' }, { status: 400, body: { code: 1001 } }],
  ['a NUL gets 400', { body: 'a\u0000' }, { status: 400, body: { code: 1001 } }],
  [
    'a body that is too long and contains NUL gets 400',
    { body: 'a\u0000'.repeat(99) },
    { status: 400, body: { code: 1001 } },
  ],
  ['a null body gets 400', { body: null }, { status: 400, body: { code: 1001 } }],
])('notifications send: %s', async (_, member, expected) => {
  const json = JSON.stringify({
    sessionAddress: newAddress(),
    body: 'Test notification',
    test: 'delivered',
    ...member,
  });
  expect(await app.postSend(json)).toMatchObject(expected);
});

test.each([
  ['truncated JSON', '{"body":'],
  ['an array', '[]'],
  ['no content', ''],
  ['an object with __proto__', '{"__proto__":{"a":1},"sessionAddress":"a","body":"b"}'],
])('notifications send: a request body of %s gets 400 with code 1001', async (_, body) => {
  expect(await app.postSend(body)).toMatchObject({ status: 400, body: { code: 1001 } });
});

test('notifications send: a request of more than 64 KiB gets 413', async () => {
  expect(await app.postSend(JSON.stringify({ body: 'x'.repeat(70_000) }))).toMatchObject({
    status: 413,
    body: { code: 413 },
  });
});

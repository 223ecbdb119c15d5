import { expect, test } from 'vitest';
import { createApprovalNotifications } from './notification-receiver.ts';

const url = 'https://calendar.example/ping';
const notify = (token: string, body = '{"auth_req_id":"request"}') =>
  new Request(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });

test('CIBA §10.2: a notification with the token calls the listener of its request', async () => {
  const told: string[] = [];
  const notifications = createApprovalNotifications({ onDecision: (id) => void told.push(`any ${id}`) });
  const stop = notifications.listen('request', () => void told.push('listener'));
  expect((await notifications.handle(notify(notifications.token))).status).toBe(204);
  stop();
  await notifications.handle(notify(notifications.token));
  expect(told).toEqual(['listener', 'any request', 'any request']);
});

test.each<[string, Request, number]>([
  ['another token', notify('x'.repeat(43)), 401],
  ['no token', new Request(url, { method: 'POST' }), 401],
  ['a body that is not JSON', notify('t'.repeat(43), '{'), 400],
  ['no request', notify('t'.repeat(43), '{}'), 400],
  ['a body of 5,000 bytes', notify('t'.repeat(43), JSON.stringify({ auth_req_id: 'x'.repeat(5_000) })), 400],
])('CIBA §10.2: a notification with %s calls nobody', async (_name, request, status) => {
  const told: string[] = [];
  const options = { token: 't'.repeat(43), onDecision: (id: string) => void told.push(id) };
  expect((await createApprovalNotifications(options).handle(request)).status).toBe(status);
  expect(told).toEqual([]);
});

test('CIBA §7.1: a notification token of fewer than 128 bits is refused', () => {
  expect(() => createApprovalNotifications({ token: 'x'.repeat(21) })).toThrow('22 to 1024');
});

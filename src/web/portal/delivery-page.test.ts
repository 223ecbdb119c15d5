import { expect, test } from 'vitest';
import { deliverySummary, eventTitle } from './delivery-page.tsx';

const attempt = { time: '2026-03-01T09:30:02.000Z', status: 500, latencyMs: 1, answer: null, error: null };

test.each([
  ['delivered', 1, 'Webhook received'],
  ['delivered', 3, 'Webhook received after 3 attempts'],
  ['dropped', 8, 'Webhook failed after 8 attempts'],
  ['dropped', 0, 'Webhook not sent'],
  ['pending', 0, 'Webhook waiting'],
  ['pending', 1, 'Webhook failed 1 attempt, retrying'],
] as const)('portal: a %s delivery with %d attempts is described as %s', (state, count, text) => {
  expect(deliverySummary({ state, attempts: Array.from({ length: count }, () => attempt) })).toBe(text);
});

test('portal: an event is described by what happened to the notification, also with an unknown status', () => {
  expect(eventTitle('delivered')).toBe('Notification delivered');
  expect(eventTitle('forwarded')).toBe('Notification forwarded');
});

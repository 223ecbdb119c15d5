import { expect, test } from 'vitest';
import fc from 'fast-check';
import { activityText } from './app-page.tsx';
import {
  type DeliveryFilter,
  deliveryFilterSearch,
  deliveryQuery,
  readDeliveryFilter,
  deliverySummary,
  eventTitle,
} from './delivery-filter.tsx';
import { axisTicks } from './bar-chart.tsx';
import { statusesOf, usageDays, usageTotals } from './usage-page.tsx';

const actorSub = 'a'.repeat(32);
const sub = 'b'.repeat(32);

test.each([
  ['api_key_issued', {}, 'Issued an API key'],
  ['member_set', { sub, role: 'owner' }, 'Made bbbbbbbb… an owner'],
  ['member_set', { sub, role: 'developer' }, 'Made bbbbbbbb… a developer'],
  ['member_removed', { sub }, 'Removed bbbbbbbb…'],
  ['member_removed', { sub, endingKeys: '2' }, 'Removed bbbbbbbb…; API keys that end in 24 hours: 2'],
  ['member_removed', { sub: actorSub }, 'Left the app'],
  ['webhook_changed', { url: 'https://a.example/' }, 'Changed the address of the webhook: https://a.example/'],
  ['something_new', {}, 'something new'],
])('portal activity: %s is shown in words', (event, details, text) => {
  expect(activityText({ event, actorSub, memberName: null, details })).toBe(text);
});

test('portal activity: a name changes the direction of nothing around it', () => {
  const event = { event: 'member_removed', actorSub, memberName: 'עדה', details: { sub } };
  expect(activityText(event)).toBe('Removed \u2068עדה\u2069');
});

const everything: DeliveryFilter = {
  state: 'dropped',
  sends: 'live',
  event: 'clicked',
  notificationId: 'ntf_test_01KHX1M9H015ZW2GY79VS61P42',
  response: '5xx',
  from: '2026-03-01T09:00',
  to: '2026-03-01T10:30',
};
const nothing: DeliveryFilter = {
  state: 'all',
  sends: 'all',
  event: 'all',
  notificationId: '',
  response: '',
  from: '',
  to: '',
};

test('delivery filter: the address contains it, and reads back the same', () => {
  const search = deliveryFilterSearch(everything);
  expect(readDeliveryFilter(`?${search}`)).toEqual(everything);
  expect(new URLSearchParams(search).get('from')).toBe(new Date('2026-03-01T09:00').toISOString());
  expect(deliveryFilterSearch(nothing)).toBe('');
  expect(readDeliveryFilter('')).toEqual(nothing);
});

test('delivery filter: the query of the operation has every member, with times in UTC', () => {
  expect(deliveryQuery(everything)).toEqual({
    state: 'dropped',
    test: false,
    status: 'clicked',
    notificationId: everything.notificationId,
    response: '5xx',
    from: new Date('2026-03-01T09:00').toISOString(),
    to: new Date('2026-03-01T10:30').toISOString(),
  });
  expect(deliveryQuery(nothing)).toEqual({});
});

test('delivery filter: what is half typed or made up does not filter', () => {
  expect(deliveryQuery({ ...nothing, notificationId: 'ntf_', response: '50', from: '2026-13' })).toEqual({});
  expect(readDeliveryFilter('?state=broken&from=yesterday')).toEqual(nothing);
  expect(deliveryQuery({ ...nothing, response: '5XX' })).toEqual({ response: '5xx' });
});

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

test('usage: days without notifications are included, across the end of a month', () => {
  const days = usageDays('2026-02-27', '2026-03-02', [
    { date: '2026-02-28', status: 'queued', count: 12 },
    { date: '2026-02-28', status: 'delivered', count: 11 },
    { date: '2026-03-02', status: 'queued', count: 3 },
  ]);
  expect(days).toEqual([
    { date: '2026-02-27', counts: {} },
    { date: '2026-02-28', counts: { queued: 12, delivered: 11 } },
    { date: '2026-03-01', counts: {} },
    { date: '2026-03-02', counts: { queued: 3 } },
  ]);
  expect(usageTotals(days).get('queued')).toBe(15);
});

test('usage: an unknown status of a newer service is shown after the known ones', () => {
  const counts = ['seen', 'clicked', 'muted'].map((status) => ({ date: '2026-03-01', status, count: 1 }));
  expect(statusesOf(usageTotals(usageDays('2026-03-01', '2026-03-01', counts)))).toEqual([
    'queued',
    'delivered',
    'clicked',
    'suppressed_user_in_app',
    'dropped_permission_revoked',
    'dropped_device_unreachable',
    'muted',
    'seen',
  ]);
});

test('usage: the axis has at most five whole, round steps and ends at or just above the highest bar', () => {
  expect([0, 1, 3, 7, 12, 225, 1000].map(axisTicks)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
    [0, 2, 4, 6, 8],
    [0, 5, 10, 15],
    [0, 50, 100, 150, 200, 250],
    [0, 200, 400, 600, 800, 1000],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (highest) => {
      const ticks = axisTicks(highest);
      const [step = 0, top = 0] = [ticks[1], ticks.at(-1)];
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(top - step).toBeLessThan(highest);
    }),
  );
});

import { expect, test, afterEach, beforeEach, vi } from 'vitest';
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
import { act, cleanup, render, screen } from '@testing-library/react';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { DeliveryPage } from '../../../generated/notifications/types.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { DeliveriesPage } from './deliveries-page.tsx';
import type { SectionProps } from './app-sections.ts';
import { WebhookPage } from './webhook-page.tsx';

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

// On a slow machine the page would read again before the test ends.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pageSize = 20;
const appId = '019c7a10-1400-7055-9e9a-4427b88fbebe';

const deliveryAt = (index: number): DeliveryPage['deliveries'][number] => ({
  deliveryId: `019ca8bb-bd90-7888-9b51-${String(index).padStart(12, '0')}`,
  notificationId: `ntf_01KHX1M9H015ZW2GY7${String(index).padStart(8, '0')}`,
  sessionAddress: 'a'.repeat(32),
  status: 'delivered',
  state: 'delivered',
  test: false,
  createdAt: new Date(Date.UTC(2026, 2, 1) - index * 1000).toISOString(),
  nextAttemptAt: null,
  attempts: [],
});

/** What a page of the app's sections receives, with this client of the portal. */
function sectionOf(portal: ReturnType<typeof createNotificationsClient>): SectionProps {
  const unused = () => {
    throw new Error('The page does not use it.');
  };
  return {
    api: {
      get session() {
        return unused();
      },
      get applications() {
        return unused();
      },
      baseUrl: 'https://notifications.example',
      issuer: 'https://sso.example',
      call: async (request) => unwrap(await request()),
      portal,
      sender: unused,
    },
    appId,
    app: { appId, name: 'A', createdAt: '2026-03-01T00:00:00.000Z' },
    onChanged: unused,
    issuedKey: '',
    onIssued: unused,
    onKeySaved: unused,
  };
}

/** Shows the log of an app with so many deliveries. */
async function openLog(total: number) {
  const cursors: (string | null)[] = [];
  const portal = createNotificationsClient({
    baseUrl: 'https://notifications.example',
    fetch: async (input, init) => {
      const cursor = new URL(new Request(input, init).url).searchParams.get('cursor');
      cursors.push(cursor);
      const from = Number(cursor ?? 0);
      const length = Math.min(pageSize, total - from);
      const body: DeliveryPage = {
        deliveries: Array.from({ length }, (_, index) => deliveryAt(from + index)),
        nextCursor: from + length < total ? String(from + length) : null,
      };
      return Response.json(body);
    },
  });
  const { container } = render(<DeliveriesPage {...sectionOf(portal)} />);
  await act(async () => undefined);
  const rows = () => container.querySelectorAll('tbody tr').length;
  await expect.poll(() => container.querySelector('tbody, .empty'), { timeout: 5_000 }).not.toBeNull();
  return { rows, cursors };
}

test('portal: of 10,000 deliveries a page at a time is read and shown', async () => {
  const { rows, cursors } = await openLog(10_000);
  expect([rows(), cursors]).toEqual([pageSize, [null]]);
  await act(async () => screen.getByRole('button', { name: 'Show more' }).click());
  await expect.poll(rows).toBe(2 * pageSize);
  expect(cursors).toEqual([null, String(pageSize)]);
});

test('portal: an app without deliveries says what to do first', async () => {
  const { rows } = await openLog(0);
  expect(rows()).toBe(0);
  expect(screen.getByRole('link', { name: 'Set up the webhook' }).getAttribute('href')).toBe(
    `/portal/apps/${appId}/webhook`,
  );
});

test('portal: an app without a webhook gets the whole command that forwards its events', async () => {
  const app = { appId, name: 'A', createdAt: '2026-03-01T00:00:00.000Z', hasWebhook: false };
  const portal = createNotificationsClient({
    baseUrl: 'https://notifications.example',
    fetch: async () => Response.json(app),
  });
  render(<WebhookPage {...sectionOf(portal)} />);
  await act(async () => undefined);
  const command = await screen.findByText(/^npx platform/, { selector: 'code' });
  expect(command.textContent).toBe(`npx platform listen --app ${appId} --forward http://localhost:3000/hook`);
});

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { DeliveryPage } from '../../../generated/notifications/types.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { DeliveriesPage } from './deliveries-page.tsx';

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
  const unused = () => {
    throw new Error('The log does not use it.');
  };
  const { container } = render(
    <DeliveriesPage
      api={{
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
      }}
      appId={appId}
      app={{ appId, name: 'A', createdAt: '2026-03-01T00:00:00.000Z' }}
      onChanged={unused}
      issuedKey=""
      onIssued={unused}
      onKeySaved={unused}
    />,
  );
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

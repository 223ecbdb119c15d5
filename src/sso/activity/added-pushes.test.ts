import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { NotificationsClient } from '../../../generated/notifications/client.ts';
import type { SystemPush, SystemPushStore } from './activity-store.ts';
import { createSystemPushSender } from './system-pushes.ts';

const push = (eventId: string): SystemPush => ({
  ownerSub: 'owner',
  eventId,
  event: 'approval_requested',
  approvalRequest: `request ${eventId}`,
  attempt: 1,
});

/** A sender that records the idempotency keys of what it sends, and what it asks its store for. */
function sender({ due = [], status = 202 }: { readonly due?: readonly SystemPush[]; readonly status?: number } = {}) {
  const calls: (string | number)[] = [];
  const keys: string[] = [];
  let at = Date.UTC(2026, 0, 1);
  const systemPushes = {
    claim: async () => {
      calls.push('look');
      return due;
    },
    delete: async (pushes: readonly unknown[]) => void calls.push(pushes.length),
    postpone: async ({ eventId, attempt }: SystemPush, until: Date) =>
      void calls.push(`${eventId} after attempt ${attempt}: ${(until.getTime() - at) / 1000} s`),
  } satisfies Partial<SystemPushStore>;
  const client: unknown = {
    createSystemPush: async ({ headers }: { readonly headers: { readonly 'Idempotency-Key': string } }) => {
      keys.push(headers['Idempotency-Key']);
      return { status };
    },
  };
  const pushes = createSystemPushSender({
    systemPushes: systemPushes as unknown as SystemPushStore,
    notificationService: async () => client as NotificationsClient,
    now: () => new Date(at),
    secrets: { approvalLinkOf: (id) => id },
    log: pino({ level: 'silent' }),
  });
  const round = async (passed: number) => {
    at += passed;
    await pushes.round();
    return calls.splice(0);
  };
  const add = (count: number) => {
    for (let request = 0; request < count; request++) pushes.add(push(String(request)));
  };
  return { add, round, keys };
}

test('sso system pushes: those of requests are sent without a claim, and a look finds what is due once a second', async () => {
  const { add, round } = sender();
  add(20);
  expect(await round(0)).toEqual(['look', 16, 4]);
  add(1);
  expect(await round(999)).toEqual([1]);
  add(1);
  expect(await round(1)).toEqual(['look', 1]);
  // A round that nothing woke looks, and so does one after the clock was set back.
  expect(await round(10)).toEqual(['look', 0]);
  add(1);
  expect(await round(-3_600_000)).toEqual(['look', 1]);
});

test('sso system pushes: one that a look claims is not sent again for the request', async () => {
  const { add, round, keys } = sender({ due: [push('0'), push('7')] });
  add(2);
  await round(0);
  expect(keys.toSorted()).toEqual(['event-0', 'event-1', 'event-7']);
});

test('sso system pushes: one that the service does not take is due again after a pause', async () => {
  const { add, round } = sender({ status: 503 });
  add(1);
  expect(await round(0)).toEqual(['look', '0 after attempt 1: 2 s', 0]);
});

import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { NotificationsClient } from '../../../generated/notifications/client.ts';
import type { AskedPush, SystemPush, SystemPushStore } from './activity-store.ts';
import { createSystemPushSender } from './system-pushes.ts';

/** A sender whose store claims every push that was added, and records what it was asked for. */
function sender() {
  const calls: (string | number)[] = [];
  let at = Date.UTC(2026, 0, 1);
  const claimAsked = async (asked: readonly AskedPush[]): Promise<readonly SystemPush[]> => {
    if (asked.length > 0) calls.push(asked.length);
    return asked.map((push) => ({ ...push, eventId: '1', event: 'approval_requested', attempt: 1 }));
  };
  const systemPushes = {
    claimAsked,
    claim: async () => {
      calls.push('look');
      return [];
    },
    delete: async () => undefined,
  } satisfies Partial<SystemPushStore>;
  const client = { createSystemPush: async () => ({ status: 202 }) } as unknown as NotificationsClient;
  const pushes = createSystemPushSender({
    systemPushes: systemPushes as unknown as SystemPushStore,
    notificationService: async () => client,
    now: () => new Date(at),
    secrets: { approvalLinkOf: (id) => id },
    log: pino({ level: 'silent' }),
  });
  const add = (count: number) => {
    for (let request = 0; request < count; request++)
      pushes.add({ ownerSub: 'owner', approvalRequest: String(request) });
  };
  const round = async (passed: number) => {
    at += passed;
    await pushes.round();
    return calls.splice(0);
  };
  return { add, round };
}

test('sso system pushes: those of requests are claimed by their keys, and all that is due once a second', async () => {
  const { add, round } = sender();
  add(20);
  expect(await round(0)).toEqual([16, 'look', 4]);
  add(1);
  expect(await round(999)).toEqual([1]);
  add(1);
  expect(await round(1)).toEqual([1, 'look']);
  // A round that nothing woke looks, and so does one after the clock was set back.
  expect(await round(10)).toEqual(['look']);
  add(1);
  expect(await round(-3_600_000)).toEqual([1, 'look']);
});

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignals } from '../signals.ts';
import { createPushStreams } from './push-streams.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const person = { sessionAddress: 'person', deviceId: 'page' };

test('an open page asks the database when it is told of a push, and with its heartbeat', async () => {
  let looks = 0;
  const signals = createSignals();
  const streams = createPushStreams({
    pushes: {
      waitingFor: async () => {
        looks += 1;
        return [];
      },
    },
    devices: { connect: async () => true, keepOpen: async () => true },
    signals,
    now: () => new Date(),
    newId: randomUUID,
    log: pino({ level: 'silent' }),
  });
  await streams.open({ ...person, expiresAt: new Date(Date.now() + 3_600_000) });
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(5);
  signals.emit('pushes', 'somebody else');
  signals.emit('pushes', person.sessionAddress);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(6);
  streams.stop();
});

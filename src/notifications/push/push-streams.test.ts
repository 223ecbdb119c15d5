import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventBus } from './event-bus.ts';
import { createPushStreams } from './push-streams.ts';
import { pushJson } from './push-transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;

/** Streams over a fake database that counts its queries. */
function openPages() {
  const queries = { reads: 0, heartbeats: [] as { readonly deviceId: string; readonly second: number }[] };
  const started = Date.now();
  const waiting = new Set<string>();
  const held = new Map<string, string>();
  const revoked = new Set<number>();
  const eventBus = createEventBus();
  const streams = createPushStreams({
    pushes: {
      hasOffered: async (person) => waiting.has(person),
      listOffered: async () => {
        queries.reads += 1;
        return [];
      },
    },
    devices: {
      connect: async ({ deviceId, connection }) => {
        held.set(deviceId, connection);
        return true;
      },
      recordHeartbeat: async ({ deviceId, connection }) => {
        queries.heartbeats.push({ deviceId, second: (Date.now() - started) / 1000 });
        return held.get(deviceId) === connection;
      },
    },
    statusLists: { isRevoked: async ({ idx }) => revoked.has(idx) },
    eventBus,
    now: () => new Date(),
    newId: randomUUID,
    log: pino({ level: 'silent' }),
  });
  const open = async (deviceId: string, { idx, lifetime = hour }: { idx?: number; lifetime?: number } = {}) => {
    const status = idx === undefined ? undefined : { idx, uri: 'https://sso.example/oauth/status-lists/0' };
    const expiresAt = new Date(Date.now() + lifetime);
    const stream = await streams.open({ sessionAddress: 'person', deviceId, expiresAt, status });
    if (!stream) throw new Error('There is no such page.');
    return stream;
  };
  return { queries, waiting, held, revoked, eventBus, streams, open };
}

test('push stream: a page reads offered pushes on an event, and on a heartbeat only when one waits', async () => {
  const { queries, waiting, eventBus, streams, open } = openPages();
  await open('page');
  expect(queries.reads).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queries.reads).toBe(1);
  waiting.add('person');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queries.reads).toBe(5);
  eventBus.emit('pages', 'other person');
  eventBus.emit('pages', 'person');
  await vi.advanceTimersByTimeAsync(0);
  expect(queries.reads).toBe(6);
  streams.stop();
});

test('push stream: a page gets a push of its own process without a read, once', async () => {
  const { queries, eventBus, streams, open } = openPages();
  const stream = await open('page');
  await vi.advanceTimersByTimeAsync(0);
  const sentAt = new Date('2026-03-01T10:00:00Z');
  const push = { notificationId: 'ntf_1', appId: 'app', title: 'Platform', body: 'Ready!', startParam: null, sentAt };
  eventBus.emit('pages', 'person', { push });
  eventBus.emit('pages', 'person', { push });
  eventBus.emit('pages', 'other person', { push: { ...push, notificationId: 'ntf_2' } });
  expect(queries.reads).toBe(1);
  streams.stop();
  const texts: string[] = [];
  for await (const chunk of stream) texts.push(new TextDecoder().decode(chunk));
  expect(texts).toEqual([': open\n\n', `event: push\nid: ntf_1\ndata: ${pushJson(push)}\n\n`]);
});

test('push stream: a page has a heartbeat every 15 seconds, in the slot in which it was opened', async () => {
  const { queries, streams, open } = openPages();
  await Promise.all([open('one'), open('two')]);
  await vi.advanceTimersByTimeAsync(4_000);
  await open('three');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(queries.heartbeats).toEqual([
    { deviceId: 'one', second: 15 },
    { deviceId: 'two', second: 15 },
    { deviceId: 'three', second: 19 },
    { deviceId: 'one', second: 30 },
    { deviceId: 'two', second: 30 },
    { deviceId: 'three', second: 34 },
  ]);
  streams.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queries.heartbeats).toHaveLength(6);
});

test('push stream: a heartbeat ends a stream whose device has a newer connection in another process', async () => {
  const { held, streams, open } = openPages();
  const reader = (await open('page')).getReader();
  await reader.read();
  held.set('page', 'the newer one');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  streams.stop();
});

test('push stream: a stream ends when its token expires', async () => {
  const { streams, open } = openPages();
  const reader = (await open('page', { lifetime: 2_000 })).getReader();
  await reader.read();
  let ended = false;
  const end = reader.closed.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  streams.stop();
});

test('push stream: a newer stream and the deletion of a device end its stream, not that of another device', async () => {
  const { eventBus, streams, open } = openPages();
  const [older, other] = [(await open('one')).getReader(), (await open('two')).getReader()];
  await Promise.all([older.read(), other.read()]);
  const newer = (await open('one')).getReader();
  expect((await older.read()).done).toBe(true);
  await newer.read();
  eventBus.emit('pages', 'person', { replaced: 'one' });
  expect((await newer.read()).done).toBe(true);
  const next = other.read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await next).done).toBe(false);
  streams.stop();
});

test('push stream: a stream ends within a second of the revocation of its token, and others stay open', async () => {
  const { revoked, streams, open } = openPages();
  const [ended, kept] = [(await open('one', { idx: 1 })).getReader(), (await open('two', { idx: 2 })).getReader()];
  await Promise.all([ended.read(), kept.read()]);
  revoked.add(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await ended.read()).done).toBe(true);
  const next = kept.read();
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await next).done).toBe(false);
  streams.stop();
});

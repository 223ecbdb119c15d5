import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { openDatabase } from '../runtime/database.ts';
import { createDistributedEventBus } from './distributed-event-bus.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const parts = { newId: () => randomUUID(), log: pino({ level: 'silent' }) };

test('a signal is heard in its own process once', async () => {
  const { eventBus, stop } = createDistributedEventBus({ ...parts, database });
  const heard: string[] = [];
  const off = eventBus.on('pushes', (address) => heard.push(address));
  eventBus.emit('pushes', 'somebody');
  off();
  eventBus.emit('pushes', 'nobody listens');
  expect(heard).toEqual(['somebody']);
  await stop();
});

test.runIf(process.env['TEST_DATABASE_URL'])('LISTEN, NOTIFY: it is heard in every other process, too', async () => {
  const other = await openDatabase({ databaseUrl: database.url });
  const here = createDistributedEventBus({ ...parts, database });
  const there = createDistributedEventBus({ ...parts, database: other });
  const heard: unknown[] = [];
  there.eventBus.on('pushes', (address) => heard.push(address));
  there.eventBus.on('deliveries', (value) => heard.push(value));
  // Listening begins with a connection: what is said before it is not heard.
  await expect
    .poll(() => {
      here.eventBus.emit('pushes', 'somebody');
      here.eventBus.emit('deliveries', undefined);
      return heard.length;
    })
    .toBeGreaterThan(1);
  expect(heard.slice(0, 2)).toEqual(['somebody', undefined]);
  await here.stop();
  await there.stop();
  await other.close();
});

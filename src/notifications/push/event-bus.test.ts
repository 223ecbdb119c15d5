import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import { createDistributedEventBus } from './event-bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const dependencies = { newId: () => randomUUID(), log: pino({ level: 'silent' }) };

test('notifications event bus: a listener of the same process receives an event once', async () => {
  const { eventBus, stop } = createDistributedEventBus({ ...dependencies, database });
  const received: string[] = [];
  const off = eventBus.on('pushes', (address) => received.push(address));
  eventBus.emit('pushes', 'person');
  off();
  eventBus.emit('pushes', 'other person');
  expect(received).toEqual(['person']);
  await stop();
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'notifications event bus: PostgreSQL notifications carry events to other processes',
  async () => {
    const other = await openDatabase({ databaseUrl: database.url });
    const here = createDistributedEventBus({ ...dependencies, database });
    const there = createDistributedEventBus({ ...dependencies, database: other });
    const received: unknown[] = [];
    there.eventBus.on('pushes', (address) => received.push(address));
    there.eventBus.on('deliveries', (value) => received.push(value));
    // The subscription starts asynchronously; earlier events are lost.
    await expect
      .poll(() => {
        here.eventBus.emit('pushes', 'person');
        here.eventBus.emit('deliveries', undefined);
        return received.length;
      })
      .toBeGreaterThan(1);
    expect(received.slice(0, 2)).toEqual(['person', undefined]);
    await here.stop();
    await there.stop();
    await other.close();
  },
);

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { openDatabase } from '../../runtime/database/database.ts';
import type { EventBus, BusEvent } from './event-bus.ts';
import { createDistributedEventBus, messagesOf } from './distributed-event-bus.ts';
import { hasNats, type RestartableServer, startRestartable } from '../../../contract-tests/fixtures/servers.ts';
import { waitUntil } from '../../../contract-tests/fixtures/http.ts';
import {
  createServerCertificate,
  type ServerCertificate,
} from '../../../contract-tests/fixtures/server-certificate.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { freePort } from '../../runtime/start/ports.ts';
import { checkNats, createNatsTransport } from './nats-transport.ts';

const database = useStarted(createTestDatabase);

const dependencies = { newId: () => randomUUID(), log: pino({ level: 'silent' }) };

test('notifications event bus: a listener of the same process receives the events of its value, until it is removed', async () => {
  const bus = await createDistributedEventBus({ ...dependencies, database });
  const received: string[] = [];
  const off = bus.on('pages', 'person', () => received.push('person'));
  bus.on('pages', 'other person', () => received.push('other person'));
  bus.emit('pages', 'person');
  off();
  bus.emit('pages', 'person');
  bus.emit('pages', 'nobody');
  expect(received).toEqual(['person']);
  await bus.stop();
});

test('notifications event bus: events beyond the size of a PostgreSQL notification are split, and none is dropped', () => {
  const events = Array.from({ length: 500 }, (_, i) => ({ topic: 'pages', value: `${i}`.padStart(32, '0') }) as const);
  const messages = messagesOf(randomUUID(), events);
  expect(messages.length).toBeGreaterThan(3);
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(8_000);
  expect(messages.flatMap((message) => JSON.parse(message).events)).toEqual(events);
});

/** Emits from one bus until another one has received what it listens to. */
async function expectCarried(here: EventBus, there: EventBus): Promise<void> {
  const received: string[] = [];
  there.on('pages', 'person', () => received.push('pages'));
  there.on('deliveries', undefined, () => received.push('deliveries'));
  // The subscription starts asynchronously; earlier events are lost.
  await expect
    .poll(() => {
      here.emit('pages', 'person');
      here.emit('pages', 'somebody else');
      here.emit('deliveries', undefined);
      return new Set(received).size;
    })
    .toBe(2);
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'notifications event bus: PostgreSQL notifications carry events to other processes',
  async () => {
    const other = await openDatabase({ databaseUrl: database.url });
    const here = await createDistributedEventBus({ ...dependencies, database });
    const there = await createDistributedEventBus({ ...dependencies, database: other });
    await expectCarried(here, there);
    await here.stop();
    await there.stop();
    await other.close();
  },
);

describe.runIf(hasNats)('NATS over TLS', () => {
  let nats: RestartableServer;
  let port: number;
  let certificate: ServerCertificate;
  beforeAll(async () => {
    certificate = await createServerCertificate();
    port = await freePort();
    const tls = ['--tls', '--tlscert', certificate.certificate, '--tlskey', certificate.key];
    const user = ['--user', 'platform', '--pass', 'p@ss'];
    nats = await startRestartable(
      'nats-server',
      ['--addr', '127.0.0.1', '--port', String(port), ...tls, ...user],
      /Server is ready/,
    );
  });
  afterAll(async () => {
    await nats.kill();
    await certificate.remove();
  });
  const urlWith = (password: string) => `tls://platform:${password}@localhost:${port}`;
  const log = { warn: () => undefined };

  test.each([undefined, 'device.*'])(
    'NATS: over TLS with a password an event reaches another process: %j',
    async (replaced) => {
      certificate.trust(true);
      const received: BusEvent[] = [];
      const event = { topic: 'pages', value: 'person', replaced } as const;
      const receiver = createNatsTransport(urlWith('p%40ss'), log)((heard) => void received.push(heard));
      receiver.subscribe(event);
      const sender = createNatsTransport(urlWith('p%40ss'), log)(() => undefined);
      await waitUntil(() => {
        sender.send(event);
        return received.length > 0;
      });
      expect(received[0]).toEqual(event);
      await Promise.all([receiver.stop(), sender.stop()]);
    },
  );

  test.each([
    ['another password', () => urlWith('guess'), true],
    ['a certificate of an unknown authority', () => urlWith('p%40ss'), false],
  ])('NATS: %s is refused', async (_case, url, known) => {
    certificate.trust(known);
    await expect(checkNats(url())).rejects.toThrow();
  });
});

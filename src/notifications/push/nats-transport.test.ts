import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNats } from '../../../contract-tests/fixtures/nats.ts';
import { type RestartableServer, startRestartable } from '../../../contract-tests/fixtures/restartable-server.ts';
import { waitUntil } from '../../../contract-tests/fixtures/runtime/wait-until.ts';
import {
  createServerCertificate,
  type ServerCertificate,
} from '../../../contract-tests/fixtures/server-certificate.ts';
import { freePort } from '../../runtime/start/ports.ts';
import type { BusEvent } from './event-bus.ts';
import { checkNats, createNatsTransport } from './nats-transport.ts';

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

  test('NATS: over TLS with a password an event reaches another process', async () => {
    certificate.trust(true);
    const received: BusEvent[] = [];
    const event = { topic: 'pushes', value: 'person' } as const;
    const receiver = createNatsTransport(urlWith('p%40ss'), log)((heard) => void received.push(heard));
    receiver.subscribe(event);
    const sender = createNatsTransport(urlWith('p%40ss'), log)(() => undefined);
    await waitUntil(() => {
      sender.send(event);
      return received.length > 0;
    });
    expect(received[0]).toEqual(event);
    await Promise.all([receiver.stop(), sender.stop()]);
  });

  test.each([
    ['another password', () => urlWith('guess'), true],
    ['a certificate of an unknown authority', () => urlWith('p%40ss'), false],
  ])('NATS: %s is refused', async (_case, url, known) => {
    certificate.trust(known);
    await expect(checkNats(url())).rejects.toThrow();
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificateAuthority, issueCertificate } from '../../src/composition/lan/certificate-authority.ts';
import { connectUsedProofs } from '../../src/composition/used-proofs.ts';
import type { BusEvent } from '../../src/notifications/push/event-bus.ts';
import { checkNats, createNatsTransport } from '../../src/notifications/push/nats-transport.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { hasNats } from '../fixtures/nats.ts';
import { hasRedis } from '../fixtures/redis.ts';
import { type RestartableServer, startRestartable } from '../fixtures/restartable-server.ts';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });
const trusted = getCACertificates('default');
let folder: string;
let authority: string;
/** Files of the certificate of the servers. */
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypted-servers-'));
  const now = new Date();
  const issuer = await createCertificateAuthority({ name: 'Authority of the servers', now });
  const { certificate, key } = await issueCertificate(issuer, { hosts: ['localhost'], now });
  authority = issuer.certificate;
  await writeFile(file('ca.pem'), authority);
  await writeFile(file('cert.pem'), certificate);
  await writeFile(file('key.pem'), key);
});
// As NODE_EXTRA_CA_CERTS does for a process.
const trust = (certificates: readonly string[]) => setDefaultCACertificates([...trusted, ...certificates]);
afterAll(async () => {
  trust([]);
  await rm(folder, { recursive: true, force: true });
});

describe.runIf(hasRedis)('Redis over TLS', () => {
  let redis: RestartableServer;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const tls = ['--tls-cert-file', file('cert.pem'), '--tls-key-file', file('key.pem'), '--tls-auth-clients', 'no'];
    const ports = ['--bind', '127.0.0.1', '--port', '0', '--tls-port', String(port)];
    const options = [...ports, ...tls, '--tls-ca-cert-file', file('ca.pem'), '--requirepass', 'p@ss', '--save', ''];
    redis = await startRestartable('redis-server', [...options, '--dir', folder], /ready to accept/i);
  });
  afterAll(() => redis.kill());
  const urlWith = (password: string) => `rediss://:${password}@localhost:${port}`;

  test('Redis: over TLS with a password a proof is accepted once', async () => {
    trust([authority]);
    const proofs = await connectUsedProofs(urlWith('p%40ss'), Date.now);
    const store = proofs.store('proofs:');
    const expiresAt = Date.now() / 1000 + 90;
    expect(await store.once(jkt, 'proof', expiresAt)).toBe(true);
    expect(await store.once(jkt, 'proof', expiresAt)).toBe(false);
    proofs.close();
  });

  test.each([
    ['another password', () => urlWith('guess'), true],
    ['a certificate of an unknown authority', () => urlWith('p%40ss'), false],
    ['no TLS', () => urlWith('p%40ss').replace('rediss:', 'redis:'), true],
  ])('Redis: %s is refused', async (_case, url, known) => {
    trust(known ? [authority] : []);
    const proofs = await connectUsedProofs(url(), Date.now);
    await expect(proofs.completeSince()).rejects.toThrow();
    await expect(proofs.store('proofs:').once(jkt, 'other', Date.now() / 1000 + 90)).rejects.toThrow();
    proofs.close();
  });
});

describe.runIf(hasNats)('NATS over TLS', () => {
  let nats: RestartableServer;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const tls = ['--tls', '--tlscert', file('cert.pem'), '--tlskey', file('key.pem')];
    const user = ['--user', 'platform', '--pass', 'p@ss'];
    nats = await startRestartable(
      'nats-server',
      ['--addr', '127.0.0.1', '--port', String(port), ...tls, ...user],
      /Server is ready/,
    );
  });
  afterAll(() => nats.kill());
  const urlWith = (password: string, protocol = 'tls') => `${protocol}://platform:${password}@localhost:${port}`;
  const log = { warn: () => undefined };

  test('NATS: over TLS with a password an event reaches another process', async () => {
    trust([authority]);
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
    trust(known ? [authority] : []);
    await expect(checkNats(url())).rejects.toThrow();
  });
});

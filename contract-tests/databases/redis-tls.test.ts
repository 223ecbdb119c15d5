import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectUsedProofs } from '../../src/composition/used-proofs.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { hasRedis, type RestartableServer, startRestartable } from '../fixtures/servers.ts';
import { createServerCertificate, type ServerCertificate } from '../fixtures/server-certificate.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });

describe.runIf(hasRedis)('Redis over TLS', () => {
  let redis: RestartableServer;
  let port: number;
  let certificate: ServerCertificate;
  beforeAll(async () => {
    certificate = await createServerCertificate();
    port = await freePort();
    const tls = [
      '--tls-cert-file',
      certificate.certificate,
      '--tls-key-file',
      certificate.key,
      '--tls-auth-clients',
      'no',
    ];
    const ports = ['--bind', '127.0.0.1', '--port', '0', '--tls-port', String(port)];
    const options = [
      ...ports,
      ...tls,
      '--tls-ca-cert-file',
      certificate.authority,
      '--requirepass',
      'p@ss',
      '--save',
      '',
      '--dir',
      dirname(certificate.key),
    ];
    redis = await startRestartable('redis-server', options, /ready to accept/i);
  });
  afterAll(async () => {
    await redis.kill();
    await certificate.remove();
  });
  const urlWith = (password: string) => `rediss://:${password}@localhost:${port}`;

  test('Redis: over TLS with a password a proof is accepted once', async () => {
    certificate.trust(true);
    const proofs = await connectUsedProofs(urlWith('p%40ss'), Date.now);
    const use = async () => (await proofs.use('proofs:', jkt, 'proof', Date.now() / 1000 + 90)).isFirst;
    expect([await use(), await use()]).toEqual([true, false]);
    proofs.close();
  });

  test.each([
    ['another password', () => urlWith('guess'), true],
    ['a certificate of an unknown authority', () => urlWith('p%40ss'), false],
    ['no TLS', () => urlWith('p%40ss').replace('rediss:', 'redis:'), true],
  ])('Redis: %s is refused', async (_case, url, known) => {
    certificate.trust(known);
    const proofs = await connectUsedProofs(url(), Date.now);
    await expect(proofs.check()).rejects.toThrow();
    await expect(proofs.use('proofs:', jkt, 'other', Date.now() / 1000 + 90)).rejects.toThrow();
    proofs.close();
  });
});

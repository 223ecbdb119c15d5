import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCertificateAuthority, issueCertificate } from './certificate-authority.ts';

test('certificates: TLS clients that trust the authority accept the name and the address, and refuse others', async () => {
  const now = new Date();
  const authority = await createCertificateAuthority({ name: 'Test authority', now });
  const issued = await issueCertificate(authority, { hosts: ['computer.local', '127.0.0.1'], now });
  const server = createServer({ cert: issued.certificate, key: issued.key }, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const attempt = async (servername: string, ca: string) => {
    const socket = connect({ port, host: '127.0.0.1', ca, servername: servername === '127.0.0.1' ? '' : servername });
    socket.on('data', () => undefined);
    try {
      await once(socket, 'secureConnect');
      return 'accepted';
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    } finally {
      socket.destroy();
    }
  };
  try {
    expect(await attempt('computer.local', authority.certificate)).toBe('accepted');
    expect(await attempt('127.0.0.1', authority.certificate)).toBe('accepted');
    expect(await attempt('other.local', authority.certificate)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    const another = await createCertificateAuthority({ name: 'Another authority', now });
    expect(await attempt('computer.local', another.certificate)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  } finally {
    server.close();
  }
});

test('certificates: Apple accepts their lifetime, and the authority cannot create authorities', async () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const authority = await createCertificateAuthority({ name: 'Test authority', now });
  const issued = new X509Certificate((await issueCertificate(authority, { hosts: ['a.local'], now })).certificate);
  const days = (Date.parse(issued.validTo) - Date.parse(issued.validFrom)) / 86_400_000;
  expect(days).toBeLessThan(398);
  expect(issued.ca).toBe(false);
  expect(new X509Certificate(authority.certificate).ca).toBe(true);
  expect(issued.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
});

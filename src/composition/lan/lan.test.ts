import { expect, test } from 'vitest';
import { chooseLanHost, type LanChoice } from './lan-host.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { createCertificateAuthority, issueCertificate } from './certificate-authority.ts';

const address = (text: string, internal = false) =>
  ({ address: text, family: 'IPv4', internal, netmask: '255.255.255.0', mac: '', cidr: null }) as const;

const choice = (env: LanChoice['env'], computer = 'Workbench'): LanChoice => ({
  env,
  computer,
  interfaces: { lo: [address('127.0.0.1', true)], eth0: [address('192.168.1.20')], wlan0: [address('10.0.0.2')] },
});

test('lan: the computer has its name in .local and its first address that is not loopback', () => {
  expect(chooseLanHost(choice({}))).toEqual({ host: 'workbench.local', address: '192.168.1.20' });
  expect(chooseLanHost(choice({}, 'pc.home.arpa')).host).toBe('pc.home.arpa');
});

test('lan: LAN_HOST and LAN_ADDRESS choose others', () => {
  const env = { LAN_HOST: '192-168-1-20.sslip.io', LAN_ADDRESS: '10.0.0.2' };
  expect(chooseLanHost(choice(env))).toEqual({ host: '192-168-1-20.sslip.io', address: '10.0.0.2' });
  expect(chooseLanHost(choice({ LAN_ADDRESS: '127.0.0.2' })).address).toBe('127.0.0.2');
});

test.each([
  [{ LAN_HOST: '192.168.1.20' }, 'is not a host name'],
  [{ LAN_HOST: 'my pc' }, 'is not a host name'],
  [
    { LAN_ADDRESS: '10.0.0.3' },
    'LAN_ADDRESS is "10.0.0.3", not an IPv4 address of this computer (192.168.1.20, 10.0.0.2)',
  ],
  [{ LAN_ADDRESS: '0.0.0.0' }, 'LAN_ADDRESS is "0.0.0.0", not an IPv4 address of this computer'],
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [{ SSO_BASE_URL: 'https://id.example' }, '--lan chooses SSO_BASE_URL itself'],
  [{ HOST: '0.0.0.0' }, '--lan chooses HOST itself'],
])('lan: %j is refused: %s', (env, text) => {
  expect(() => chooseLanHost(choice(env))).toThrow(text);
});

test('lan: the start fails with a clear error on a computer without a network', () => {
  expect(() => chooseLanHost({ ...choice({}), interfaces: { lo: [address('127.0.0.1', true)] } })).toThrow(
    'no address in a network',
  );
});

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

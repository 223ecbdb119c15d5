import { expect, test } from 'vitest';
import { chooseLanHost, type LanChoice } from './lan-host.ts';

const address = (text: string, internal = false) =>
  ({ address: text, family: 'IPv4', internal, netmask: '255.255.255.0', mac: '', cidr: null }) as const;

const choice = (env: LanChoice['env'], computer = 'Workbench'): LanChoice => ({
  env,
  computer,
  interfaces: { lo: [address('127.0.0.1', true)], eth0: [address('192.168.1.20')] },
});

test('lan: the computer has its name in .local and its first address that is not loopback', () => {
  expect(chooseLanHost(choice({}))).toEqual({ host: 'workbench.local', address: '192.168.1.20' });
  expect(chooseLanHost(choice({}, 'pc.home.arpa')).host).toBe('pc.home.arpa');
});

test('lan: LAN_HOST and LAN_ADDRESS choose others', () => {
  const env = { LAN_HOST: '192-168-1-20.sslip.io', LAN_ADDRESS: '10.0.0.2' };
  expect(chooseLanHost(choice(env))).toEqual({ host: '192-168-1-20.sslip.io', address: '10.0.0.2' });
});

test.each([
  [{ LAN_HOST: '192.168.1.20' }, 'is not a host name'],
  [{ LAN_HOST: 'my pc' }, 'is not a host name'],
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

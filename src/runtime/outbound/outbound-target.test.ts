import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  checkTargetUrl,
  createNameResolver,
  NameNotResolvedError,
  type ResolvedAddress,
  inNetworks,
} from './outbound-target.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'private.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  'mixed6.example': ['93.184.216.34', '::1'],
  'metadata.example': ['169.254.169.254'],
  'nat64.example': ['64:ff9b::a00:1'],
  'localhost.evil.example': ['127.0.0.1'],
};
async function resolve(name: string): Promise<readonly ResolvedAddress[]> {
  const addresses = names[name];
  if (!addresses) throw new NameNotResolvedError(name);
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}
const judge = async (url: string, allow: readonly string[] = []) =>
  (await checkTargetUrl(url, { allowed: inNetworks(allow), resolve }))?.reason;

test.each([
  // IPv4: every range that is not public, and how the URL parser spells it
  'https://127.0.0.1/',
  'https://127.255.255.254/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  'https://10.0.0.7/',
  'https://10.255.255.255/',
  'https://167772167/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://0xc0.0xa8.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://198.18.0.1/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6, and IPv4 inside it
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:93.184.216.34]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b::5db8:d822]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:5db8:d822::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[2001:10::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  // names
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://app.localhost:8443/',
  'https://private.example/',
  'https://PRIVATE.example/',
  'https://mixed.example/',
  'https://mixed6.example/',
  'https://metadata.example/',
  'https://nat64.example/',
  'https://localhost.evil.example/',
])('outbound URL: %s is not public', async (url) => {
  expect(await judge(url)).toBe('address_not_public');
});

test.each([
  'https://public.example/hooks/push-status',
  'https://public.example:8443/hooks?app=1',
  'https://93.184.216.34/',
  'https://1.1.1.1/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://172.32.0.1/',
  'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  'https://not-registered-yet.example/',
  `https://public.example/${'a'.repeat(2048 - 'https://public.example/'.length)}`,
])('outbound URL: %s is accepted', async (url) => {
  expect(await judge(url)).toBeUndefined();
});

test.each([
  ['http://public.example/', 'https_required'],
  ['http://93.184.216.34/', 'https_required'],
  ['http://127.0.0.1/', 'https_required'],
  ['ftp://public.example/', 'https_required'],
  ['file:///etc/passwd', 'https_required'],
  ['javascript:alert(1)', 'https_required'],
  ['https://user@public.example/', 'credentials_in_url'],
  ['https://user:password@public.example/', 'credentials_in_url'],
  ['https://public.example@10.0.0.7/', 'credentials_in_url'],
  ['public.example/hook', 'format'],
  ['//public.example/hook', 'format'],
  ['https://', 'format'],
  ['https://[::1', 'format'],
  ['https://[fe80::1%25eth0]/', 'format'],
  ['https://256.256.256.256/', 'format'],
  ['https://public.example:99999/', 'format'],
  ['https://public.example:25/', 'format'],
  ['https://public.example:6379/', undefined],
  [`https://public.example/${'a'.repeat(2048)}`, 'maxLength'],
])('outbound URL: %s is refused with %s', async (url, reason) => {
  expect(await judge(url)).toBe(reason);
});

const opened = ['127.0.0.0/8', '10.0.0.7'];

test.each([
  ['http://127.0.0.1:9000/hook', undefined],
  ['http://localhost:9000/hook', undefined],
  ['https://localhost/hook', undefined],
  ['http://private.example/', undefined],
  ['https://10.0.0.7/', undefined],
  ['https://10.0.0.8/', 'address_not_public'],
  ['http://10.0.0.8/', 'https_required'],
  ['https://[::1]/', 'address_not_public'],
  ['https://[::ffff:127.0.0.1]/', 'address_not_public'],
  ['https://mixed6.example/', 'address_not_public'],
  ['http://mixed.example/', 'https_required'],
  ['https://mixed.example/', undefined],
  ['http://not-registered-yet.example/', 'https_required'],
])('outbound URL: with 127.0.0.0/8 and 10.0.0.7 allowed, %s has the result %s', async (url, reason) => {
  expect(await judge(url, opened)).toBe(reason);
});

test('outbound URL: a refusal names the problem and the address', async () => {
  const rules = { allowed: inNetworks([]), resolve };
  expect((await checkTargetUrl('https://10.0.0.7/', rules))?.message).toBe(
    'must be public; 10.0.0.7 is a private address',
  );
  expect((await checkTargetUrl('https://mixed.example/', rules))?.message).toBe(
    'must be public; mixed.example resolves to 127.0.0.1, which is a loopback address',
  );
});

test('outbound URL: the name of a host has at most 253 characters, without the dot of the root', async () => {
  const name = (length: number) => `${'a.'.repeat(126)}${'a'.repeat(length - 252)}`;
  expect(await judge(`https://${name(253)}/`)).toBeUndefined();
  expect(await judge(`https://${name(253)}./`)).toBeUndefined();
  expect(await judge(`https://${name(254)}/`)).toBe('format');
  // Letters outside ASCII count in their longer form (Punycode).
  expect(await judge(`https://${'é.'.repeat(100)}example/`)).toBe('format');
});

const typeA = 1;

/** Starts a name server with IPv4 addresses by first label. It does not respond to queries for other names. */
async function nameServer(addresses: Readonly<Record<string, readonly number[]>>) {
  const queried: string[] = [];
  const server = createSocket('udp4').on('message', (query, from) => {
    // RFC 1035 §4.1: a header of 12 bytes; then the question: labels with their lengths, a zero, type and class.
    const name = query.subarray(13, 13 + (query[12] ?? 0)).toString();
    const type = query.indexOf(0, 12) + 2;
    queried.push(name);
    const address = addresses[name];
    if (address === undefined) return;
    const responses = query[type] === typeA ? [0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : [];
    const header = [query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, responses.length > 0 ? 1 : 0, 0, 0, 0, 0];
    server.send(
      Buffer.concat([Buffer.from(header), query.subarray(12, type + 3), Buffer.from(responses)]),
      from.port,
      from.address,
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { queried, servers: [`127.0.0.1:${server.address().port}`] };
}

const noHosts = '/dev/null';

test('name resolver: names whose servers do not respond do not delay another name', async () => {
  const { queried, servers } = await nameServer({ living: [93, 184, 216, 34] });
  const resolve = createNameResolver({ servers, hostsFile: noHosts, timeoutMs: 60_000 });
  const silent = Array.from({ length: 50 }, (_, index) => resolve(`silent${index}.example`).catch(() => undefined));
  await expect.poll(() => new Set(queried).size).toBe(50);
  expect(await Promise.race([resolve('living.example'), ...silent])).toEqual([{ address: '93.184.216.34', family: 4 }]);
});

test('name resolver: a look-up that exceeds the timeout fails', async () => {
  const { servers } = await nameServer({});
  const resolve = createNameResolver({ servers, hostsFile: noHosts, timeoutMs: 50 });
  await expect(resolve('silent.example')).rejects.toThrow(NameNotResolvedError);
});

test('name resolver: names of the hosts file cause no query', async () => {
  const { queried, servers } = await nameServer({});
  const directory = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const hostsFile = join(directory, 'hosts');
  writeFileSync(hostsFile, '# 10.0.0.9 receiver\n10.0.0.7\tother Receiver.example # receiver2\n::1 receiver.example\n');
  const resolve = createNameResolver({ servers, hostsFile, timeoutMs: 50 });
  const both = [
    { address: '10.0.0.7', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolve('receiver.example')).toEqual(both);
  expect(await resolve('RECEIVER.example.')).toEqual(both);
  expect(queried).toEqual([]);
  await expect(resolve('receiver2')).rejects.toThrow('receiver2 does not resolve');
});

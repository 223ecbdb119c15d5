import { expect, test } from 'vitest';
import { NameNotResolvedError, type ResolvedAddress } from './outbound-target.ts';
import { checkTargetUrl } from './outbound-url.ts';
import { inNetworks } from './public-address.ts';

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

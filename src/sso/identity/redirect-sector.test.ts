import { expect, test } from 'vitest';
import { redirectSector } from './subjects.ts';

const address = '00000006010000000000000000000001';

test.each<[string, readonly string[], string | undefined]>([
  ['one host', ['https://shop.example/a', 'https://shop.example:8443/b'], 'shop.example'],
  ['a host in other letters', ['https://Shop.Example/a'], 'shop.example'],
  ['two hosts', ['https://shop.example/a', 'https://www.shop.example/a'], undefined],
  ['the device', ['http://127.0.0.1/cb', 'http://localhost:3000/cb', 'http://[::1]/cb'], `client:${address}`],
  ['a scheme of its own', ['com.example.app:/callback', 'com.example.app://shop.example/'], `client:${address}`],
  ['a host and the device', ['https://shop.example/a', 'http://localhost/cb'], undefined],
  ['nothing', [], `client:${address}`],
])('OpenID Connect Core §8.1: the sector of redirect URIs on %s', (_where, redirectUris, sector) => {
  expect(redirectSector({ address, redirectUris })).toBe(sector);
});

import { expect, test } from 'vitest';
import { scannedAddress } from './scan-screen.ts';

const origin = 'https://sign-in.example';
const id = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';

test.each([
  [`${origin}/approve/${id}`, `/approve/${id}`],
  [` ${origin}/device?user_code=BHN-PQX `, '/device?user_code=BHN-PQX'],
])('scan: %s is a sign-in of the provider', (text, address) => {
  expect(scannedAddress(text, origin)).toBe(address);
});

test.each([
  ['another host', `https://sign-in.example.evil/approve/${id}`],
  ['another scheme', `http://sign-in.example/approve/${id}`],
  ['another port', `${origin}:8443/approve/${id}`],
  ['userinfo', `https://sign-in.example@evil.example/approve/${id}`],
  ['own userinfo', `https://someone@sign-in.example/approve/${id}`],
  ['a link that would add this device to an identity', `${origin}/link/${id}`],
  ['another page', `${origin}/owner`],
  ['a path that climbs', `${origin}/approve/../owner`],
  ['a script', 'javascript:alert(1)'],
  ['text', 'hello'],
])('scan: %s is refused', (_, text) => {
  expect(scannedAddress(text, origin)).toBeUndefined();
});

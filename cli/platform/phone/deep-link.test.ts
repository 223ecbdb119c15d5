import { expect, test } from 'vitest';
import { parseDeepLink, parseDeviceLink } from './deep-link.ts';

const secret = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';

test.each([
  [`http://localhost:4001/approve/${secret}`, 'http://localhost:4001'],
  [`https://sign-in.test/prefix/approve/${secret}`, 'https://sign-in.test/prefix'],
  [`  http://[::1]:4001/approve/${secret}\n`, 'http://[::1]:4001'],
  [`http://localhost:4001/approve/${secret}?ui_locales=de+en`, 'http://localhost:4001'],
])('phone: the deep link %s names its provider', (link, baseUrl) => {
  expect(parseDeepLink(link)).toEqual({ baseUrl, requestId: secret });
});

test.each([
  '',
  secret,
  `ftp://localhost/approve/${secret}`,
  `http://localhost:4001/approve/${secret}x`,
  `http://localhost:4001/approve/${secret}?next=1`,
  `http://localhost:4001/deny/${secret}`,
  `http://local host/approve/${secret}`,
  `http://:99999/approve/${secret}`,
])('phone: %j is not a deep link', (text) => {
  expect(() => parseDeepLink(text)).toThrow(/not a deep link/);
});

test('phone: a link of an account names its provider and its secret', () => {
  expect(parseDeviceLink(`https://sign-in.test/link/${secret}\n`)).toEqual({
    baseUrl: 'https://sign-in.test',
    link: secret,
  });
});

test.each(['', secret, `http://localhost:4001/approve/${secret}`, `http://localhost:4001/link/${secret}x`])(
  'phone: %j is not a link of an account',
  (text) => {
    expect(() => parseDeviceLink(text)).toThrow(/not a link of your account/);
  },
);

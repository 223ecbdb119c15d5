import { expect, test } from 'vitest';
import { mayHaveSession, registerApprovalPages } from './register-approval-pages.ts';
import { browserOf, networkOf, placeText } from './place-text.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const secureIssuer = 'https://sso.example';

test.each(['same-origin', 'same-site', 'none'])(
  'provider pages: without a cookie on a navigation from %s the browser has no session',
  (site) => {
    expect(mayHaveSession({ cookies: {}, headers: { 'sec-fetch-site': site } }, secureIssuer)).toBe(false);
  },
);

test.each(['cross-site', undefined])(
  'provider pages: the browser may withhold the cookie on a navigation from %s',
  (site) => {
    expect(mayHaveSession({ cookies: {}, headers: { 'sec-fetch-site': site } }, secureIssuer)).toBe(true);
  },
);

test('provider pages: a browser with the cookie may have a session', () => {
  const cookies = { '__Host-owner_session': 'token' };
  expect(mayHaveSession({ cookies, headers: { 'sec-fetch-site': 'none' } }, secureIssuer)).toBe(true);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['127.0.0.1', '127.0.0.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:0:7:aaaa:bbbb:cccc:dddd', '2001:db8:0:7::/64'],
  ['::1', '::/64'],
  ['not an address', 'not an address'],
])('approval page: the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:147.0) Gecko/20100101 Firefox/147.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36 Edg/144.0.0.0',
    'Microsoft Edge on macOS',
  ],
  ['node', 'node'],
  ['curl/8.14.1', 'curl'],
  ['agent-id-core/1.4 (+https://a.example)', 'agent-id-core'],
  ['<script>alert(1)</script>', '<script>alert'],
  [' ', 'Unknown program'],
  [null, 'Unknown program'],
])('approval page: the browser of %j is %j', (userAgent, text) => {
  expect(browserOf(userAgent)).toBe(text);
});

test('approval page: a place is shown as program and network', () => {
  expect(placeText({ ipAddress: '203.0.113.77', userAgent: 'curl/8.14.1' })).toBe('curl, 203.0.113.0/24');
  expect(placeText({ ipAddress: '203.0.113.77', userAgent: null })).toBe('203.0.113.0/24');
});

const sso = useStarted(() =>
  startSso({
    pages: (app, context) => registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', []),
  }),
);

test('page of a device link: it opens with an unused link, and neither with a used one nor with another secret', async () => {
  const { device } = await enrol(sso);
  const created = (await sendAsDevice(sso, device, 'POST', '/api/v1/owner/device-links')).json<{ link: string }>();
  const { pathname } = new URL(created.link);
  const open = async (url: string) => (await sso.app.inject({ url })).statusCode;
  const link = pathname.split('/').at(-1) ?? '';
  expect([await open(pathname), await open(`/link/${link.toLowerCase()}`), await open('/link/short')]).toEqual([
    200, 404, 404,
  ]);
  const joined = await sendAsDevice(sso, newKey(), 'POST', '/api/v1/owner/devices', { name: 'New phone', link });
  expect([joined.statusCode, await open(pathname)]).toEqual([201, 404]);
});

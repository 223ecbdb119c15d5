import { randomBytes } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { authorizationStatus, codeExpiry } from './authorization-request.ts';
import { isAllowedOrigin } from './client-origin.ts';
import { comparisonCode } from './comparison-code.ts';
import { createDpopNonces } from './dpop-nonces.ts';
import { createGrantSecrets } from './grant-secrets.ts';
import { createPollPace } from './poll-pace.ts';
import { isRegisteredRedirect } from './redirect-uri.ts';
import { judgeRefresh, type RefreshFamily } from './refresh-family.ts';
import { checkSettings, defaultLifetimes } from './settings.ts';
import { sessionIdOf } from './tokens.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

test.each([
  ['the same text', 'https://app.test/cb', 'https://app.test/cb', true],
  ['another path', 'https://app.test/cb', 'https://app.test/cb/', false],
  ['another query', 'https://app.test/cb?a=1', 'https://app.test/cb?a=2', false],
  ['a port on a host that is not loopback', 'https://app.test/cb', 'https://app.test:8443/cb', false],
  ['case of the host', 'https://app.test/cb', 'https://APP.test/cb', false],
  ['RFC 8252 §7.3: any port on 127.0.0.1', 'http://127.0.0.1/cb', 'http://127.0.0.1:53117/cb', true],
  ['RFC 8252 §7.3: any port on [::1]', 'http://[::1]:1/cb', 'http://[::1]:53117/cb', true],
  ['any port on localhost', 'http://localhost/cb', 'http://localhost:3000/cb', true],
  ['a loopback port instead of none', 'http://localhost:3000/cb', 'http://localhost/cb', true],
  ['another loopback host', 'http://localhost/cb', 'http://127.0.0.1/cb', false],
  ['another loopback path', 'http://localhost/cb', 'http://localhost:3000/', false],
  ['https on loopback keeps its port', 'https://localhost/cb', 'https://localhost:3000/cb', false],
  ['user information that looks like loopback', 'http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.test/cb', false],
  ['a longer host that starts like loopback', 'http://localhost/cb', 'http://localhost.evil.test/cb', false],
  ['a port that is none', 'http://localhost/cb', 'http://localhost:65536/cb', false],
  ['a port with a leading zero', 'http://localhost/cb', 'http://localhost:0080/cb', false],
  ['a path behind a line break', 'http://localhost/cb', 'http://localhost:80/\ncb', false],
])('redirect_uri: %s', (_name, registered, given, expected) => {
  expect(isRegisteredRedirect(['https://first.test/', registered], given)).toBe(expected);
});

test.each([
  ['http://localhost', 'http://localhost', true],
  ['http://localhost', 'http://localhost:5173', true],
  ['http://[::1]', 'http://[::1]:5173', true],
  ['http://localhost', 'https://localhost:5173', false],
  ['http://localhost:5173', 'http://localhost:5174', false],
  ['https://app.test', 'https://app.test', true],
  ['https://app.test', 'https://app.test:8443', false],
  ['https://app.test', 'https://sub.app.test', false],
  ['https://app.test', 'null', false],
])('an application that allows %s, asked from %s: %s', (allowed, origin, expected) => {
  expect(isAllowedOrigin([allowed], origin)).toBe(expected);
});

test('comparison codes have the form of the contract and use every letter', () => {
  const codes = Array.from({ length: 400 }, () => comparisonCode(randomBytes));
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(20);
});

const pending = { decision: 'pending', expiresAt: at(300), codeExpiresAt: null, redeemedAt: null } as const;
const approved = { ...pending, decision: 'approved', codeExpiresAt: at(400) } as const;
test.each([
  ['pending', pending, 299, 'pending'],
  ['pending until it expires', pending, 300, 'expired'],
  ['approved, after the time to decide', approved, 399, 'approved'],
  ['approved and not redeemed in time', approved, 400, 'expired'],
  ['rejected for good', { ...pending, decision: 'rejected' } as const, 999, 'rejected'],
  ['redeemed for good', { ...approved, redeemedAt: at(350) }, 999, 'redeemed'],
])('a sign-in that is %s', (_name, request, now, status) => {
  expect(authorizationStatus(request, at(now))).toBe(status);
});

test('a sign-in takes 10 minutes at most, however late it is approved', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 600, code: 600 };
  const seconds = (approvedAt: number) =>
    (codeExpiry({ createdAt: at(0) }, at(approvedAt), lifetimes).getTime() - at(0).getTime()) / 1000;
  expect([seconds(0), seconds(200), seconds(599)]).toEqual([600, 600, 659]);
  expect(codeExpiry({ createdAt: at(0) }, at(100), defaultLifetimes)).toEqual(at(400));
});

const family: RefreshFamily = {
  session: { expiresAt: at(1000), revokedAt: null },
  token: { expiresAt: at(1000), spentAt: null },
  successor: undefined,
};
const spent: RefreshFamily = {
  ...family,
  token: { ...family.token, spentAt: at(100) },
  successor: { spentAt: null },
};
test.each<[string, RefreshFamily, number, string]>([
  ['unspent', family, 100, 'rotate'],
  ['spent 10 s ago, its successor unused', spent, 110, 'repeat'],
  ['spent a moment ahead of this clock', spent, 99, 'repeat'],
  ['spent more than 10 s ago', spent, 110.001, 'reuse'],
  ['spent, and its successor used', { ...spent, successor: { spentAt: at(101) } }, 102, 'reuse'],
  ['spent, and its successor pruned', { ...spent, successor: undefined }, 101, 'reuse'],
  ['of a session that was revoked', { ...family, session: { expiresAt: at(1000), revokedAt: at(1) } }, 2, 'over'],
  ['expired', { ...family, token: { ...family.token, expiresAt: at(50) } }, 50, 'over'],
  ['of a session that ended', { ...family, session: { expiresAt: at(50), revokedAt: null } }, 50, 'over'],
])('RFC 9700 §4.14.2: a refresh token that is %s', (_name, state, now, verdict) => {
  expect(judgeRefresh(state, at(now))).toBe(verdict);
});

test('RFC 9449 §8: a nonce counts in its period and the next, for every process with the same key', () => {
  let now = at(0);
  const key = randomBytes(32);
  const here = createDpopNonces(key, () => now);
  const there = createDpopNonces(key, () => now);
  const nonce = here.current();
  now = at(299);
  expect(there.current()).toBe(nonce);
  now = at(599);
  expect([there.current() === nonce, there.accepted().includes(nonce)]).toEqual([false, true]);
  now = at(600);
  expect(there.accepted()).not.toContain(nonce);
  expect(createDpopNonces(randomBytes(32), () => now).accepted()).not.toContain(here.current());
});

test('codes and successors follow from their secrets and differ from everything they come from', () => {
  const secrets = createGrantSecrets({ codeKey: randomBytes(32), refreshKey: randomBytes(32), randomBytes });
  assert(
    property(string(), (text) => {
      const code = secrets.codeOf(text);
      expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect([secrets.codeOf(text) === code, secrets.successorOf(text) === code, code === text]).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
  expect(secrets.draw()).not.toBe(secrets.draw());
});

test('fast pollers are told to wait longer, up to a minute, and calm ones 5 s', () => {
  let now = at(0);
  const pace = createPollPace(() => now);
  const waits = Array.from({ length: 6 }, () => pace.next('hash'));
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  now = at(3);
  expect([pace.next('hash'), pace.next('another')]).toEqual([5, 5]);
});

test('settings that no sign-in could work with stop the start, all in one message', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 601, accessToken: 0 };
  expect(() =>
    checkSettings({ issuer: 'https://sso.test/', adminKey: undefined, dpopNonce: false, lifetimes }),
  ).toThrow(/accessToken is 0.*https:\/\/sso\.test\/ is no origin.*authorization is 601/);
  expect(() =>
    checkSettings({ issuer: 'https://sso.test', adminKey: undefined, dpopNonce: false, lifetimes: defaultLifetimes }),
  ).not.toThrow();
});

test('a jti names its session only in the form that this provider gives it', () => {
  const id = '019ca8b2-05a8-7e02-a1c4-93d7e0b15f20';
  expect(sessionIdOf(`${id}.abc`)).toBe(id);
  for (const jti of ['', id, `${id}-abc`, `x${id}.abc`, id.toUpperCase() + '.abc'])
    expect(sessionIdOf(jti)).toBeUndefined();
});

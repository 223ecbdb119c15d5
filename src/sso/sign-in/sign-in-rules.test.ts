import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizationStatus, codeExpiry } from './authorization-request.ts';
import { defaultLifetimes } from '../settings.ts';
import { checkComparison, type Comparison, comparisonCode, type PickedCode } from './comparison.ts';
import { remainingStep, type SilentSignIn } from './silent-sign-in.ts';
import { createPollPace } from './poll-pace.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

const pending = { decision: 'pending', expiresAt: at(300), codeExpiresAt: null, redeemedAt: null } as const;
const approved = { ...pending, decision: 'approved', codeExpiresAt: at(400) } as const;
test.each([
  ['that nobody has decided before expiresAt', 'pending', pending, 299],
  ['that nobody has decided at expiresAt', 'expired', pending, 300],
  ['that was approved, after expiresAt', 'approved', approved, 399],
  ['whose code was not redeemed until codeExpiresAt', 'expired', approved, 400],
  ['that was rejected, at any later time', 'rejected', { ...pending, decision: 'rejected' } as const, 999],
  ['that was redeemed, at any later time', 'redeemed', { ...approved, redeemedAt: at(350) }, 999],
])('sso: a sign-in %s has the status %s', (_name, status, request, now) => {
  expect(authorizationStatus(request, at(now))).toBe(status);
});

test('sso: a sign-in takes at most 10 minutes, however late it is approved [A104]', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 570, code: 600 };
  const seconds = (approvedAt: number) =>
    (codeExpiry({ createdAt: at(0) }, at(approvedAt), lifetimes).getTime() - at(0).getTime()) / 1000;
  expect([seconds(0), seconds(200), seconds(569)]).toEqual([600, 600, 600]);
  expect(codeExpiry({ createdAt: at(0) }, at(100), defaultLifetimes)).toEqual(at(400));
});

const code = 'KTR-WDQ';
const right = { comparisonCode: code };
const wrong = { comparisonCode: 'BHN-PQX' };
const none = {};
const without = { withoutComparison: true } as const;

test.each<[Comparison, 'browser' | 'device', string, PickedCode, boolean | 'comparison_required']>([
  ['none', 'browser', 'no code', none, true],
  ['optional', 'browser', 'the right code', right, true],
  ['optional', 'browser', 'a wrong code', wrong, false],
  ['optional', 'browser', 'no code', none, 'comparison_required'],
  ['optional', 'browser', 'no code, confirmed', without, true],
  ['optional', 'device', 'no code', none, true],
  ['optional', 'device', 'a wrong code', wrong, false],
  ['required', 'browser', 'the right code', right, true],
  ['required', 'browser', 'no code, confirmed', without, 'comparison_required'],
  ['required', 'browser', 'a wrong code, confirmed', { ...wrong, ...without }, false],
  ['required', 'device', 'no code', none, 'comparison_required'],
  ['required', 'device', 'the right code', right, true],
])('RFC 10027: comparison %s, a %s with %s', (comparison, kind, _what, picked, expected) => {
  const check = () => checkComparison(comparison, { kind }, picked, code);
  if (expected === 'comparison_required') expect(check).toThrow(expect.objectContaining({ code: expected }));
  else expect(check()).toBe(expected);
});

test('sso: comparison codes match the contract and use every letter', () => {
  const codes = Array.from({ length: 400 }, () => comparisonCode(randomBytes));
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(20);
});

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const silent: SilentSignIn = {
  client: { kind: 'own' },
  request: { prompt: 'none', maxAge: null, acr: null, hintedSub: null },
  ceremony: { sub: 'a', at: ago(3600), authenticator: null, tokenHash: 'hash' },
  consented: true,
  fromOwnPage: true,
  now,
};
const request = (changes: Partial<SilentSignIn['request']>): Partial<SilentSignIn> => ({
  request: { ...silent.request, ...changes },
});

test.each<[string, Partial<SilentSignIn>, ReturnType<typeof remainingStep>]>([
  ['of an own application that was approved before', {}, 'none'],
  ['that asks for a ceremony of its own', request({ acr: 'open_console' }), 'login'],
  ['without prompt', request({ prompt: null }), 'none'],
  ['of another application', { client: { kind: 'application' } }, 'login'],
  ['in a signed-out browser', { ceremony: undefined }, 'login'],
  ['that another site began', { fromOwnPage: false }, 'click'],
  ['that was never approved', { consented: false }, 'consent'],
  ['with prompt=login', request({ prompt: 'login' }), 'login'],
  ['with prompt=consent', request({ prompt: 'consent' }), 'login'],
  ['with prompt=select_account', request({ prompt: 'select_account' }), 'login'],
  ['with a ceremony exactly max_age ago', request({ maxAge: 3600 }), 'none'],
  ['with a ceremony longer than max_age ago', request({ maxAge: 3599 }), 'login'],
  ['with the hint of the signed-in owner', request({ hintedSub: 'a' }), 'none'],
  ['with the hint of another owner', request({ hintedSub: 'b' }), 'login'],
])('sso: the remaining step of a silent sign-in %s', (_name, changes, step) => {
  expect(remainingStep({ ...silent, ...changes })).toBe(step);
});

test('sso: Retry-After doubles for polls that are too fast, up to 60 s, and is 5 s otherwise', () => {
  let now = at(0);
  const pace = createPollPace(() => now);
  const waits = Array.from({ length: 6 }, () => pace.nextWait('hash'));
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  now = at(3);
  expect([pace.nextWait('hash'), pace.nextWait('another')]).toEqual([5, 5]);
});

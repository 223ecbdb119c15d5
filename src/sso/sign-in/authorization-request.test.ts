import { expect, test } from 'vitest';
import { authorizationStatus, codeExpiry } from './authorization-request.ts';
import { defaultLifetimes } from '../settings.ts';

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

test('sso: a sign-in takes at most 10 minutes, however late it is approved', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 570, code: 600 };
  const seconds = (approvedAt: number) =>
    (codeExpiry({ createdAt: at(0) }, at(approvedAt), lifetimes).getTime() - at(0).getTime()) / 1000;
  expect([seconds(0), seconds(200), seconds(569)]).toEqual([600, 600, 600]);
  expect(codeExpiry({ createdAt: at(0) }, at(100), defaultLifetimes)).toEqual(at(400));
});

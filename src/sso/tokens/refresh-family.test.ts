import { expect, test } from 'vitest';
import { decideRefresh, type RefreshFamily } from '../sessions/session.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

const family: RefreshFamily = {
  session: { expiresAt: at(1000), revokedAt: null, jkt: null },
  token: { expiresAt: at(1000), spentAt: null },
  successor: undefined,
};
const spent: RefreshFamily = {
  ...family,
  token: { expiresAt: at(1_000_000), spentAt: at(100) },
  successor: { spentAt: null },
};
const bound = { expiresAt: at(1_000_000), revokedAt: null, jkt: 'k' };

test.each<[string, RefreshFamily, number, string]>([
  ['unspent', family, 100, 'rotate'],
  ['spent 10 s ago, its successor unused', spent, 110, 'repeat'],
  ['spent at a time ahead of this clock', spent, 99, 'repeat'],
  ['spent more than 10 s ago', spent, 110.001, 'reuse'],
  ['spent a week ago, of a bound session, its successor unused', { ...spent, session: bound }, 604_900, 'repeat'],
  [
    'spent, of a bound session, and its successor used',
    { ...spent, session: bound, successor: { spentAt: at(101) } },
    102,
    'reuse',
  ],
  ['spent, and its successor used', { ...spent, successor: { spentAt: at(101) } }, 102, 'reuse'],
  ['spent, and its successor deleted', { ...spent, successor: undefined }, 101, 'reuse'],
  [
    'of a session that was revoked',
    { ...family, session: { expiresAt: at(1000), revokedAt: at(1), jkt: null } },
    2,
    'ended',
  ],
  ['expired', { ...family, token: { ...family.token, expiresAt: at(50) } }, 50, 'ended'],
  ['of a session that ended', { ...family, session: { expiresAt: at(50), revokedAt: null, jkt: null } }, 50, 'ended'],
])('RFC 9700 §4.14.2: the decision on a refresh token that is %s', (_name, state, now, decision) => {
  expect(decideRefresh(state, at(now))).toBe(decision);
});

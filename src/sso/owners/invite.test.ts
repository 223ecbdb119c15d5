import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateInviteCode, inviteHash, inviteStatus } from './invite.ts';

test('sso invites: a code has four groups of symbols that people do not confuse', () => {
  for (let index = 0; index < 50; index += 1)
    expect(generateInviteCode(randomBytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
});

test.each(['7kq2m9xv4tdnw3h1', '7KQ2 M9XV 4TDN W3HI', ' 7kq2-m9xv-4tdn-w3hl '])(
  'sso invites: %j is the code 7KQ2-M9XV-4TDN-W3H1',
  (typed) => {
    expect(inviteHash(typed)).toBe(inviteHash('7KQ2-M9XV-4TDN-W3H1'));
  },
);

test('sso invites: another code has another hash', () => {
  expect(inviteHash('7KQ2-M9XV-4TDN-W3HB')).not.toBe(inviteHash('7KQ2-M9XV-4TDN-W3HC'));
});

const at = new Date('2026-03-01T09:00:00.000Z');
const later = new Date(at.getTime() + 1);

test.each([
  ['open', { usedAt: null, revokedAt: null, expiresAt: later }],
  ['expired', { usedAt: null, revokedAt: null, expiresAt: at }],
  ['revoked', { usedAt: null, revokedAt: at, expiresAt: later }],
  ['used', { usedAt: at, revokedAt: at, expiresAt: at }],
] as const)('sso invites: an invite is %s with %j', (status, invite) => {
  expect(inviteStatus(invite, at)).toBe(status);
});

import { expect, test } from 'vitest';
import { consolePath, consoleRouteOf } from './console-sections.ts';
import { auditQuery, noAuditFilters } from './audit-page.tsx';
import type { ContradictionCause } from '../../../generated/backend/types.ts';
import { unsettleable } from './contradictions-page.tsx';
import { signingKeyState } from './signing-keys-page.tsx';

const sub = '5f3c9a1e7b2d4860a1c2e3f405162738';

test.each([
  ['/admin', 'overview'],
  ['/admin/', 'overview'],
  ['/admin/owners', { section: 'owners', id: undefined }],
  [`/admin/owners/${sub}`, { section: 'owners', id: sub }],
  ['/admin/invites', { section: 'invites', id: undefined }],
  [
    '/admin/applications/https%3A%2F%2Fapp.example%2Fclient',
    { section: 'applications', id: 'https://app.example/client' },
  ],
  ['/admin/owners/%zz', { section: 'owners', id: '%zz' }],
  ['/admin/payments', { section: 'payments', id: undefined }],
  ['/admin/invites/1', undefined],
  ['/admin/made-up', undefined],
  [`/admin/owners/${sub}/more`, undefined],
  ['/portal', undefined],
])('console: the address %s shows %j', (path, route) => {
  expect(consoleRouteOf(path)).toEqual(route);
});

test('console: addresses of sections lead back to their sections', () => {
  expect(consoleRouteOf(consolePath('applications', sub))).toEqual({ section: 'applications', id: sub });
});

test('console: empty filters of the audit are left out', () => {
  expect(auditQuery(noAuditFilters)).toEqual({});
  expect(auditQuery({ ...noAuditFilters, event: '  ', from: 'yesterday' })).toEqual({});
});

test('console: filters of the audit are trimmed, and local times are sent in UTC', () => {
  const from = new Date(2026, 2, 1, 9, 30);
  expect(auditQuery({ ...noAuditFilters, event: ' owner_suspended ', from: '2026-03-01T09:30' })).toEqual({
    event: 'owner_suspended',
    from: from.toISOString(),
  });
});

test.each([
  ['finalized_after_failed', 'finalized', true],
  ['expired', 'finalized', true],
  ['amount', 'finalized', true],
  ['refund_without_payment', 'refunded', true],
  ['amount', 'failed', false],
  ['failed_after_finalized', 'failed', false],
  ['unknown_invoice', 'finalized', false],
  ['tx_hash_used', 'finalized', false],
  ['paid_twice', 'finalized', false],
  ['refunded_twice', 'refunded', false],
] as const satisfies readonly (readonly [ContradictionCause, string, boolean])[])(
  'console: a contradiction %s with the status %s can be settled: %s',
  (cause, status, settleable) => {
    expect(unsettleable({ cause, payload: { status } }) === undefined).toBe(settleable);
  },
);

test.each([
  [{ from: 100 }, 'signs', true],
  [{ from: 100, until: 300 }, 'signs', true],
  [{ from: 100, until: 200 }, 'signed', true],
  [{ from: 201 }, 'signs next', true],
  [{ from: 100, revoked: { revoked_at: 150 } }, 'revoked', false],
  [{ from: 100, until: 150, revoked: { revoked_at: 160 } }, 'revoked', false],
])('console: at second 200 the signing key %j %s, and can be revoked: %s', (key, text, revocable) => {
  expect(signingKeyState(key, 200)).toMatchObject({ text, revocable });
});

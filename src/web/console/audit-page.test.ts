import { expect, test } from 'vitest';
import { auditQuery, noAuditFilters } from './audit-page.tsx';

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

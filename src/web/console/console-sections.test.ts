import { expect, test } from 'vitest';
import { consolePath, consoleRouteOf } from './console-sections.ts';

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

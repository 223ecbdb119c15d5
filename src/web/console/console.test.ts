import { expect, test } from 'vitest';
import { consolePath, consoleRouteOf } from './console-sections.ts';
import { auditQuery, noAuditFilters } from './audit-page.tsx';
import type { ContradictionCause } from '../../../generated/backend/types.ts';
import { undoRequest } from './moderation-page.tsx';
import { unsettleable } from './contradictions-page.tsx';
import { signingKeyState } from './signing-keys-page.tsx';
import type { ModerationAction } from '../../../generated/forum/types.ts';
import type { ConsoleSession } from '../../../generated/sso/types.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import type { PageSession } from '../ui/session.ts';
import { createConsoleKeys, keyRejected } from './console-api.ts';
import { ageOf, healthFigures } from './platform-health.ts';

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

const sso = 'http://localhost:4001';

/** Keys of a console whose provider is simulated here; each key lasts 600 seconds. */
function consoleWith(respond?: () => Response) {
  const clock = { now: Date.parse('2026-03-01T09:30:00.000Z') };
  const requests: string[] = [];
  const middleware = {
    onRequest: ({ request }: { request: Request }) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      if (respond) return respond();
      const opened: ConsoleSession = {
        id: '0193a6c0-9d31-7a5e-8f77-2c3d4e5f6071',
        name: 'Night shift',
        sub: '5f3c9a1e7b2d4860a1c2e3f405162738',
        scopes: ['owners'],
        expiresAt: new Date(clock.now + 600_000).toISOString(),
        key: `con_${String(requests.length).padStart(43, '0')}.5f3c9a1e7b2d4860a1c2e3f405162738`,
      };
      return Response.json(opened, { status: 201 });
    },
  };
  const tokenStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const session: PageSession = {
    sso: new SsoClient({ ssoBaseUrl: sso, providerAddress: '0'.repeat(32), tokenStorage, flowStorage: tokenStorage }),
    middleware,
    redirectUri: null,
  };
  return { keys: createConsoleKeys(session, sso, () => clock.now), clock, requests };
}

test('console: concurrent calls open one console session, and later ones use its key', async () => {
  const { keys, requests } = consoleWith();
  const [first, second] = await Promise.all([keys.key(), keys.key()]);
  expect([first, second, await keys.key()]).toEqual([first, first, first]);
  expect(requests).toEqual(['POST /api/v1/console-sessions']);
});

test('console: a key is replaced shortly before it expires, and after it was rejected', async () => {
  const { keys, clock, requests } = consoleWith();
  const first = await keys.key();
  clock.now += 594_000;
  expect(await keys.key()).toBe(first);
  clock.now += 1_000;
  const second = await keys.key();
  expect(second).not.toBe(first);
  keys.forget();
  expect(await keys.key()).not.toBe(second);
  expect(requests.length).toBe(3);
});

test('console: a refusal is passed on, and the next call sends a new request', async () => {
  const { keys, requests } = consoleWith(() =>
    Response.json({ error: 'console_access_denied', error_description: 'No access.' }, { status: 403 }),
  );
  await expect(keys.open()).rejects.toMatchObject({ status: 403 });
  await expect(keys.open()).rejects.toThrow(RefusedError);
  expect(requests.length).toBe(2);
});

test.each([
  [401, true],
  [403, false],
])('console: a response %d rejects the key: %s', (status, rejected) => {
  expect(keyRejected(new RefusedError({ status, body: undefined, headers: new Headers() }))).toBe(rejected);
});

const health = (failures: number, overdueSeconds: number | null) => ({
  version: '1.0.0',
  startedAt: '2026-03-01T06:00:00.000Z',
  periodSeconds: 300,
  requests: 1_000,
  failures,
  overdueSeconds,
});

test('console: a healthy platform has a good tone in every figure', () => {
  const figures = healthFigures({
    services: [
      { title: 'Sign-in', health: health(0, null) },
      { title: 'Notifications', health: health(0, 0.4) },
    ],
    statusListAge: 12,
    failingWebhooks: { value: 0, more: false },
  });
  expect(figures.map(({ title, value }) => `${title}: ${value}`)).toEqual([
    'Services: 2 of 2',
    'Error rate: 0%',
    'Outbox lag: 0 s',
    'Webhooks that fail: 0',
    'Status list: 12 s',
  ]);
  expect(figures.every(({ tone }) => tone === 'good')).toBe(true);
});

test('console: a dead service, failures, a late outbox and an old status list stand out', () => {
  const figures = healthFigures({
    services: [
      { title: 'Sign-in', health: undefined },
      { title: 'Notifications', health: health(50, 600) },
    ],
    statusListAge: 500,
    failingWebhooks: { value: 100, more: true },
  });
  expect(figures.map(({ tone }) => tone)).toEqual(['bad', 'bad', 'bad', 'busy', 'bad']);
  expect(figures[0]?.note).toBe('Sign-in does not respond');
  expect(figures[3]?.value).toBe('100+');
});

test.each([
  ['none yet', 'none was published yet', 'good'],
  [undefined, 'it cannot be read', 'bad'],
] as const)('console: of a status list with the age %s the operator reads "%s", in a %s tone', (age, note, tone) => {
  const figures = healthFigures({ services: [], statusListAge: age, failingWebhooks: undefined });
  expect(figures.at(-1)).toMatchObject({ note, tone });
});

test('console: the age of a status list is that of its iat, and unknown for other text', () => {
  const payload = btoa(JSON.stringify({ iat: 1_000 })).replaceAll('=', '');
  expect(ageOf(`e30.${payload}.c2ln`, 1_030)).toBe(30);
  expect(ageOf('no token', 1_030)).toBeUndefined();
});

const logged = (entry: Pick<ModerationAction, 'action'> & Partial<ModerationAction>): ModerationAction => ({
  id: '019cad9d-67a0-7b12-9e3f-a0b1c2d3e4f5',
  role: 'administrator',
  reason: 'Advertisement',
  createdAt: '2026-03-01T12:05:00.000Z',
  forum: 'agent-tools',
  ...entry,
});
const postId = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const commentId = '019ca8fb-e1e0-7a94-a3c6-7d5e4f3a2b1c';

test.each([
  [logged({ action: 'hide', postId }), { action: 'unhide', reason: 'Shown again: Advertisement', postId }],
  [
    logged({ action: 'hide', postId, commentId }),
    { action: 'unhide', reason: 'Shown again: Advertisement', commentId },
  ],
  [
    logged({ action: 'ban', owner: sub }),
    { action: 'unban', reason: 'Lifted: Advertisement', owner: sub, forum: 'agent-tools' },
  ],
  [logged({ action: 'delete', postId }), undefined],
  [logged({ action: 'unhide', postId }), undefined],
])('console: what undoes the entry %j of the log is %j', (entry, request) => {
  expect(undoRequest(entry, [])).toEqual(request);
});

test('console: an entry of the log that was undone, or whose text was deleted since, offers nothing', () => {
  const hidden = logged({ action: 'hide', postId, commentId });
  for (const action of ['unhide', 'delete'] as const) {
    expect(undoRequest(hidden, [logged({ action, postId, commentId })])).toBeUndefined();
    expect(undoRequest(hidden, [logged({ action, postId })])).toBeDefined();
  }
});

test('console: a ban can be lifted until its time is over', () => {
  const until = '2026-03-01T00:00:00.000Z';
  const ban = logged({ action: 'ban', owner: sub, until });
  expect(undoRequest(ban, [], Date.parse(until) - 1)).toBeDefined();
  expect(undoRequest(ban, [], Date.parse(until))).toBeUndefined();
});

test('console: the reason of a lifted ban has at most 300 characters, and no half of one', () => {
  const reason = undoRequest(logged({ action: 'ban', owner: sub, reason: '🚀'.repeat(300) }), [])?.reason;
  expect(reason).toBe(`Lifted: ${'🚀'.repeat(292)}`);
});

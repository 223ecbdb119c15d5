import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminKey, clientId, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, key = adminKey) =>
  sso.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

interface Listed {
  readonly id: number;
  readonly event: string;
  readonly sub: string | null;
  readonly administrator: string | null;
}

const list = async (query: string) =>
  (await admin('GET', `audit?${query}`)).json<{ events: Listed[]; nextCursor: string | null }>();

const exported = async (query = ''): Promise<Listed[]> =>
  (await admin('GET', `audit/export${query}`)).body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('sso listAuditEvents: the list filters by owner, event, administrator and time', async () => {
  const { sub } = await signIn(sso);
  sso.advance(10);
  const suspendedAt = sso.clock.now;
  const { id, key } = (
    await admin('POST', 'administrators', { name: 'Support desk', scopes: ['owners', 'audit'] })
  ).json<{ id: string; key: string }>();
  await admin('POST', `owners/${sub}/suspend`, undefined, key);
  const names = async (query: string) => (await list(query)).events.map(({ event }) => event);
  expect(await names(`sub=${sub}`)).toEqual([
    'owner_suspended',
    'tokens_issued',
    'sign_in_approved',
    'device_enrolled',
  ]);
  expect(await names(`sub=${sub}&event=tokens_issued`)).toEqual(['tokens_issued']);
  expect(await names('administrator=Support%20desk')).toEqual(['owner_suspended']);
  expect(await names(`administrator=${id}`)).toEqual(['owner_suspended']);
  expect(await names(`sub=${sub}&from=${suspendedAt.toISOString()}`)).toEqual(['owner_suspended']);
  expect(await names(`sub=${sub}&to=${suspendedAt.toISOString()}`)).not.toContain('owner_suspended');
  expect((await list(`sub=${sub}&event=tokens_issued`)).events).toMatchObject([
    { sub, clientId, ip: '127.0.0.1', administrator: null, administratorId: null },
  ]);
});

test('sso audit: the list pages by cursor without gap or repetition, also at equal times', async () => {
  for (let index = 0; index < 5; index += 1) await enrol(sso);
  const all = (await list('event=device_enrolled&limit=100')).events.map(({ id }) => id);
  const seen: number[] = [];
  let cursor = '';
  for (;;) {
    const page = await list(`event=device_enrolled&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.events.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
});

test('sso getAuditExport: the export has all events as JSON lines, the oldest first, and is recorded', async () => {
  sso.advance(1);
  const response = await admin('GET', 'audit/export');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const ids = (await exported()).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  const rows = await sso.db.selectFrom('sso.audit_events').select('id').where('at', '<', sso.now()).execute();
  expect(ids).toHaveLength(rows.length);
  expect((await list('event=audit_exported')).events[0]).toMatchObject({ administrator: 'bootstrap' });
  expect((await exported('?event=owner_suspended')).every(({ event }) => event === 'owner_suspended')).toBe(true);
});

test('sso audit: events of an erased owner are found by pseudonym and by the former session address', async () => {
  const { sub } = await enrol(sso);
  await admin('DELETE', `owners/${sub}`);
  const bySub = (await list(`sub=${sub}`)).events;
  expect(bySub.map(({ event }) => event)).toEqual(['owner_deleted', 'device_enrolled']);
  const pseudonym = String(bySub[0]?.sub);
  expect(pseudonym).toMatch(/^erased:/);
  expect((await list(`sub=${pseudonym}`)).events).toEqual(bySub);
});

test('sso audit: reading needs the scope audit', async () => {
  const { key } = (await admin('POST', 'administrators', { name: 'No auditor', scopes: ['owners'] })).json<{
    key: string;
  }>();
  for (const path of ['audit', 'audit/export'])
    expect((await admin('GET', path, undefined, key)).json()).toMatchObject({ error: 'insufficient_scope' });
});

test.each([
  'from=yesterday',
  'from=2026-13-01T00:00:00Z',
  'to=2026-06-30T23:59:60Z',
  'sub=erased:short',
  'event=Owner',
  'cursor=bm90LW9uZQ',
])('sso audit: the query %s is rejected as invalid_request', async (query) => {
  const response = await admin('GET', `audit?${query}`);
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test.each(['from=0000-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z', 'from=1900-01-01T00:00:00Z'])(
  'sso audit: the query %s is accepted',
  async (query) => {
    expect((await admin('GET', `audit?${query}`)).statusCode).toBe(200);
  },
);

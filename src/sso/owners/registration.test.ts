import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { adminKey, issuer, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { generateInviteCode, inviteHash, inviteStatus } from './invite-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { type TestKey, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const invited = useStarted(() => startSso({ registration: 'invite', limits: 'on' }));
const closed = useStarted(() => startSso({ registration: 'closed' }));

interface CreatedInvite {
  readonly id: string;
  readonly code: string;
  readonly link: string;
  readonly expiresAt: string;
}

const admin = (sso: Sso, method: 'GET' | 'POST', path = '', payload?: object) =>
  sso.app.inject({
    method,
    url: `/api/v1/invites${path}`,
    headers: { authorization: `Bearer ${adminKey}` },
    ...(payload && { payload }),
  });

const invite = async (sso: Sso, body: object = {}) => (await admin(sso, 'POST', '', body)).json<CreatedInvite>();

const enrolWith = (sso: Sso, code?: string, device: TestKey = newKey()) =>
  sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', {
    name: 'Phone',
    ...(code !== undefined && { invite: code }),
  });

const post = (sso: Sso, path: string, payload: object) =>
  sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, headers: { origin: issuer }, payload });

const startPasskey = (sso: Sso, code?: string) =>
  post(sso, 'passkeys/registration-options', { name: 'Laptop', ...(code !== undefined && { invite: code }) });

async function finishPasskey(sso: Sso, options: Awaited<ReturnType<typeof startPasskey>>) {
  const { challenge } = options.json<{ publicKey: { challenge: string } }>().publicKey;
  return post(sso, 'passkeys', { credential: createAuthenticator().create(challenge) });
}

const owners = async (sso: Sso) => (await sso.db.selectFrom('sso.owners').select('sub').execute()).length;

const statusOf = async (sso: Sso, id: string) =>
  (await admin(sso, 'GET', '?limit=100'))
    .json<{ invites: { id: string; status: string }[] }>()
    .invites.find((one) => one.id === id)?.status;

test('sso registration: a new device needs an invite, which works once', async () => {
  const refused = await enrolWith(invited);
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'invite_required' }]);
  const { id, code, link } = await invite(invited, { note: 'Field team' });
  expect(link).toBe(`${issuer}/owner#invite=${code}`);
  const device = newKey();
  expect((await enrolWith(invited, code.toLowerCase(), device)).statusCode).toBe(201);
  expect(await statusOf(invited, id)).toBe('used');
  const again = await enrolWith(invited, code);
  expect([again.statusCode, again.json()]).toMatchObject([403, { error: 'invite_refused' }]);
  expect((await enrolWith(invited, undefined, device)).statusCode).toBe(200);
});

test('sso registration: a new passkey needs an invite, which is used when the passkey is stored', async () => {
  expect((await startPasskey(invited)).json()).toMatchObject({ error: 'invite_required' });
  const { id, code } = await invite(invited);
  const first = await startPasskey(invited, code);
  const second = await startPasskey(invited, code);
  expect(await statusOf(invited, id)).toBe('open');
  expect((await finishPasskey(invited, first)).statusCode).toBe(201);
  expect(await statusOf(invited, id)).toBe('used');
  const before = await owners(invited);
  const late = await finishPasskey(invited, second);
  expect([late.statusCode, late.json()]).toMatchObject([403, { error: 'invite_refused' }]);
  expect(late.headers['set-cookie']).toBeUndefined();
  expect(await owners(invited)).toBe(before);
});

test('sso registration: an owner adds a passkey without an invite', async () => {
  const { code } = await invite(invited);
  const device = newKey();
  await enrolWith(invited, code, device);
  const options = await sendAsDevice(invited, device, 'POST', '/api/v1/owner/passkeys/registration-options', {
    name: 'Laptop',
  });
  const { challenge } = options.json<{ publicKey: { challenge: string } }>().publicKey;
  const credential = createAuthenticator().create(challenge);
  const stored = await sendAsDevice(invited, device, 'POST', '/api/v1/owner/passkeys', { credential });
  expect(stored.statusCode).toBe(201);
});

test('sso registration: an expired, a revoked and an unknown invite are refused, and nothing is created', async () => {
  const expired = await invite(invited, { expiresInSeconds: 60 });
  const revoked = await invite(invited);
  const response = await admin(invited, 'POST', `/${revoked.id}/revoke`);
  expect([response.statusCode, response.json()]).toMatchObject([200, { id: revoked.id, status: 'revoked' }]);
  invited.advance(60);
  const before = await owners(invited);
  for (const code of [expired.code, revoked.code, 'AAAA-AAAA-AAAA-AAAA'])
    expect((await enrolWith(invited, code)).json()).toMatchObject({ error: 'invite_refused' });
  expect(await owners(invited)).toBe(before);
  expect(await statusOf(invited, expired.id)).toBe('expired');
});

test('sso registration: a revoked invite stays revoked, a used one stays used', async () => {
  const { id, code } = await invite(invited);
  await enrolWith(invited, code);
  expect((await admin(invited, 'POST', `/${id}/revoke`)).json()).toMatchObject({ status: 'used', revokedAt: null });
  const unknown = await admin(invited, 'POST', '/0193a6c0-8c2f-7d4b-8e66-1b2c3d4e5f60/revoke');
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { error: 'invite_not_found' }]);
});

test('sso registration: an invite is stored as a hash and audited with its administrator', async () => {
  const { id, code, expiresAt } = await invite(invited);
  expect(new Date(expiresAt).getTime() - invited.clock.now.getTime()).toBe(7 * 86_400_000);
  const rows = await invited.db.selectFrom('sso.invites').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(code);
  const [event] = await invited.db
    .selectFrom('sso.audit_events')
    .selectAll()
    .where('event', '=', 'invite_created')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(event).toMatchObject({ administrator_name: 'bootstrap', details: { inviteId: id } });
  expect(JSON.stringify(event)).not.toContain(code);
});

test('sso registration: guessed invites are limited per address, and a valid one is still accepted', async () => {
  invited.advance(60);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const code = `AAAA-AAAA-AAAA-AA${String(guess).padStart(2, '0')}`;
    statuses.push((await enrolWith(invited, code)).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  const { code } = await invite(invited);
  expect((await enrolWith(invited, code)).statusCode).toBe(201);
});

test('sso registration: closed refuses every enrolment, with an invite too', async () => {
  const { code } = await invite(closed);
  const responses = [await enrolWith(closed), await enrolWith(closed, code), await startPasskey(closed, code)];
  for (const response of responses)
    expect([response.statusCode, response.json()]).toMatchObject([403, { error: 'registration_closed' }]);
  expect(await owners(closed)).toBe(0);
  const { body } = await closed.app.inject({ url: '/metrics' });
  expect(body).toContain('sign_in_refusals_total{reason="registration_refused",service="sso"} 3');
});

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

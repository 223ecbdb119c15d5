import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { assert, property, string } from 'fast-check';
import { clientId, dpop, form, otherClientId, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  refresh,
  requestUserinfo,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import { sessionIdOf } from './sign-tokens.ts';
import { decideRefresh, type RefreshFamily } from '../sessions/session.ts';
import { createGrantSecrets } from './grant-secrets.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const errorOf = (response: { statusCode: number; json: () => unknown }) => {
  const { error } = response.json() as { error: string };
  return [response.statusCode, error];
};
const events = async (event: string) =>
  (await sso.db.selectFrom('sso.audit_events').select('id').where('event', '=', event).execute()).length;

test.each<[string, Record<string, string>, [number, string]]>([
  ['grant_type is missing', {}, [400, 'invalid_request']],
  ['grant_type is without value', { grant_type: '' }, [400, 'invalid_request']],
  ['the grant is unknown', { grant_type: 'password' }, [400, 'unsupported_grant_type']],
  [
    'code is missing',
    { grant_type: 'authorization_code', client_id: clientId, code_verifier: 'v' },
    [400, 'invalid_request'],
  ],
  [
    'the code is unknown and code_verifier is missing',
    { grant_type: 'authorization_code', client_id: clientId, code: 'c' },
    [400, 'invalid_grant'],
  ],
  ['client_id is missing', { grant_type: 'refresh_token', refresh_token: 'r' }, [400, 'invalid_request']],
  ['refresh_token is missing', { grant_type: 'refresh_token', client_id: clientId }, [400, 'invalid_request']],
  [
    'the code is unknown',
    { grant_type: 'authorization_code', client_id: clientId, code: 'c', code_verifier: 'v' },
    [400, 'invalid_grant'],
  ],
  [
    'the refresh token is unknown',
    { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'r' },
    [400, 'invalid_grant'],
  ],
])('RFC 6749 §5.2: the token endpoint returns an error when %s [A101]', async (_name, fields, expected) => {
  const response = await form(sso, '/oauth/token', fields);
  expect(errorOf(response)).toEqual(expected);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('RFC 6749 §5.2: a refresh_token that is too long is the only parameter that the error names', async () => {
  const response = await form(sso, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: 'r'.repeat(513),
  });
  expect(response.json()).toEqual({
    error: 'invalid_request',
    error_description: 'refresh_token must have at most 512 characters',
  });
});

test('RFC 6749 §3.2: the token endpoint rejects a repeated parameter', async () => {
  const response = await sso.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=refresh_token&refresh_token=a&refresh_token=b&client_id=c',
  });
  expect(errorOf(response)).toEqual([400, 'invalid_request']);
});

test('sso: the token endpoint accepts only form bodies [A71]', async () => {
  const response = await sso.app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { grant_type: 'refresh_token' },
  });
  expect(errorOf(response)).toEqual([415, 'invalid_request']);
});

test.each<[string, (grant: Record<string, string>) => Record<string, string>]>([
  ['another verifier (RFC 7636 §4.6)', (grant) => ({ ...grant, code_verifier: 'x'.repeat(43) })],
  ['a verifier that is too short (RFC 7636 §4.1)', (grant) => ({ ...grant, code_verifier: 'x' })],
  [
    'the challenge as verifier (RFC 7636 §4.6)',
    (grant) => ({ ...grant, code_verifier: s256Challenge(grant['code_verifier'] ?? '') }),
  ],
  ['a code of another client', (grant) => ({ ...grant, client_id: otherClientId })],
  ['an unknown client', (grant) => ({ ...grant, client_id: 'unknown' })],
])('sso: a code exchange with %s is invalid_grant and does not consume the code [A101]', async (_name, change) => {
  const { grant } = await approvedCode(sso);
  expect(errorOf(await form(sso, '/oauth/token', change(grant)))).toEqual([400, 'invalid_grant']);
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});

test('RFC 9700 §4.5.3: redeeming a code again revokes its tokens [A46, A69, A99]', async () => {
  const { grant } = await approvedCode(sso);
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  const before = await events('code_reused');
  expect(errorOf(await form(sso, '/oauth/token', grant))).toEqual([409, 'invalid_grant']);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  expect(errorOf(await refresh(sso, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await events('code_reused')).toBe(before + 1);
});

test('sso: a redeemed code without its verifier revokes no session', async () => {
  const { grant } = await approvedCode(sso);
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  const response = await form(sso, '/oauth/token', { ...grant, code_verifier: 'x'.repeat(43) });
  expect(errorOf(response)).toEqual([400, 'invalid_grant']);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(200);
});

test('sso: of twenty concurrent exchanges of one code, one succeeds', async () => {
  const { grant } = await approvedCode(sso);
  const responses = await Promise.all(Array.from({ length: 20 }, () => form(sso, '/oauth/token', grant)));
  const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const successful = responses.find(({ statusCode }) => statusCode === 200);
  expect((await requestUserinfo(sso, successful?.json<Tokens>().access_token ?? '')).statusCode).toBe(401);
});

test('RFC 9449 §10: only the key that authorize announced redeems the code [A75]', async () => {
  const key = newKey();
  const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
  expect(errorOf(await form(sso, '/oauth/token', grant))).toEqual([400, 'invalid_dpop_proof']);
  const foreign = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, newKey()) });
  expect(errorOf(foreign)).toEqual([400, 'invalid_dpop_proof']);
  const bound = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect(bound.json<Tokens>().token_type).toBe('DPoP');
});

test('RFC 9449 §5: a proof binds the tokens although authorize announced no key', async () => {
  const key = newKey();
  const { grant } = await approvedCode(sso);
  const tokens = (await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) })).json<Tokens>();
  expect(tokens.token_type).toBe('DPoP');
  expect(decode(tokens.id_token).claims).toMatchObject({ cnf: { jkt: key.jkt } });
});

test.each<[string, () => Promise<Record<string, string | string[]>>]>([
  ['two DPoP headers [C31]', async () => ({ dpop: [await dpop(sso, newKey()), await dpop(sso, newKey())] })],
  ['a proof for another address', async () => ({ dpop: await dpop(sso, newKey(), { path: '/oauth/poll' }) })],
  ['a proof for another method', async () => ({ dpop: await dpop(sso, newKey(), { method: 'GET' }) })],
  ['an old proof', async () => ({ dpop: await dpop(sso, newKey(), { iat: sso.clock.now.getTime() / 1000 - 61 }) })],
  [
    'a proof of the future',
    async () => ({ dpop: await dpop(sso, newKey(), { iat: sso.clock.now.getTime() / 1000 + 61 }) }),
  ],
  ['no JWT at all', async () => ({ dpop: 'proof' })],
  ['an empty proof', async () => ({ dpop: '' })],
])(
  'RFC 9449 §4.3: a code exchange with %s is invalid_dpop_proof and does not consume the code',
  async (_name, headers) => {
    const { grant } = await approvedCode(sso);
    expect(errorOf(await form(sso, '/oauth/token', grant, await headers()))).toEqual([400, 'invalid_dpop_proof']);
    expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
  },
);

test('RFC 9449 §11.1: a proof works once, and a rejected request does not consume it [C31]', async () => {
  const key = newKey();
  const proof = await dpop(sso, key);
  const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
  const wrong = await form(sso, '/oauth/token', { ...grant, code_verifier: 'x'.repeat(43) }, { dpop: proof });
  expect(errorOf(wrong)).toEqual([400, 'invalid_grant']);
  expect((await form(sso, '/oauth/token', grant, { dpop: proof })).statusCode).toBe(200);

  const next = await approvedCode(sso, { dpop_jkt: key.jkt });
  expect(errorOf(await form(sso, '/oauth/token', next.grant, { dpop: proof }))).toEqual([400, 'invalid_dpop_proof']);
  expect((await form(sso, '/oauth/token', next.grant, { dpop: await dpop(sso, key) })).statusCode).toBe(200);
});

test('RFC 9449 §11.1: the same jti of another key is accepted', async () => {
  const jti = randomUUID();
  for (const key of [newKey(), newKey()]) {
    const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
    expect((await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key, { jti }) })).statusCode).toBe(200);
  }
});

test('sso: refresh tokens rotate, and the same request within 10 s receives the same successor', async () => {
  const key = newKey();
  const first = await signIn(sso, key);
  const second = (await refresh(sso, first.refresh_token, key)).json<Tokens>();
  sso.advance(10);
  const again = await refresh(sso, first.refresh_token, key);
  expect([again.statusCode, again.json<Tokens>().refresh_token]).toEqual([200, second.refresh_token]);
  const third = await refresh(sso, second.refresh_token, key);
  expect(third.statusCode).toBe(200);
  expect((await requestUserinfo(sso, third.json<Tokens>().access_token, key)).statusCode).toBe(200);
});

test.each<[string, (tokens: Tokens) => Promise<void>]>([
  [
    'after 10 s',
    async ({ refresh_token }) => {
      expect((await refresh(sso, refresh_token)).statusCode).toBe(200);
      sso.advance(11);
    },
  ],
  [
    'after its successor was used',
    async ({ refresh_token }) => {
      const { refresh_token: second } = (await refresh(sso, refresh_token)).json<Tokens>();
      expect((await refresh(sso, second)).statusCode).toBe(200);
    },
  ],
])('RFC 9700 §4.14.2: a spent refresh token presented %s revokes the family', async (_name, use) => {
  const tokens = await signIn(sso);
  await use(tokens);
  const before = await events('refresh_token_reused');
  expect(errorOf(await refresh(sso, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  expect(await events('refresh_token_reused')).toBe(before + 1);
});

test('sso: a rejected proof does not consume the refresh token [A75, A77]', async () => {
  const key = newKey();
  const { refresh_token } = await signIn(sso, key);
  expect(errorOf(await refresh(sso, refresh_token))).toEqual([400, 'invalid_dpop_proof']);
  expect(errorOf(await refresh(sso, refresh_token, newKey()))).toEqual([400, 'invalid_dpop_proof']);
  expect((await refresh(sso, refresh_token, key)).json<Tokens>().token_type).toBe('DPoP');
});

test('sso: the exchange of a code stores the key of its proof, and a refresh does not write the key again', async () => {
  const key = newKey();
  const { refresh_token } = await signIn(sso, key);
  const storedKey = () =>
    sso.db
      .selectFrom('sso.agent_keys')
      .select(['public_jwk', sql`xmin::text`.as('writtenBy')])
      .where('jkt', '=', key.jkt)
      .executeTakeFirst();
  const stored = await storedKey();
  expect(stored).toMatchObject({ public_jwk: { kty: 'OKP', crv: 'Ed25519' } });
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(200);
  expect(await storedKey()).toEqual(stored);
});

test('sso: a refresh token presented by another client is rejected and not spent', async () => {
  const { refresh_token } = await signIn(sso);
  expect(errorOf(await refresh(sso, refresh_token, undefined, otherClientId))).toEqual([400, 'invalid_grant']);
  expect((await refresh(sso, refresh_token)).statusCode).toBe(200);
});

test('sso: a session expires 30 days after its last refresh', async () => {
  const day = 86_400;
  const first = await signIn(sso);
  sso.advance(29 * day);
  const second = (await refresh(sso, first.refresh_token)).json<Tokens>();
  sso.advance(29 * day);
  const third = (await refresh(sso, second.refresh_token)).json<Tokens>();
  sso.advance(30 * day);
  expect(errorOf(await refresh(sso, third.refresh_token))).toEqual([400, 'invalid_grant']);
});

test('sso: concurrent refreshes of one token return one successor', async () => {
  const key = newKey();
  const { refresh_token } = await signIn(sso, key);
  const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(sso, refresh_token, key)));
  expect(
    new Set(responses.map((response) => `${response.statusCode} ${response.json<Tokens>().refresh_token}`)).size,
  ).toBe(1);
});

test('sso: a session id is read only from a jti of the form that the provider issues', () => {
  const id = '019ca8b2-05a8-7e02-a1c4-93d7e0b15f20';
  expect(sessionIdOf(`${id}.abc`)).toBe(id);
  for (const jti of ['', id, `${id}-abc`, `x${id}.abc`, id.toUpperCase() + '.abc'])
    expect(sessionIdOf(jti)).toBeUndefined();
});

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

const family: RefreshFamily = {
  session: { expiresAt: at(1000), pausedAt: null, revokedAt: null, jkt: null },
  token: { expiresAt: at(1000), spentAt: null },
  successor: undefined,
};
const spent: RefreshFamily = {
  ...family,
  token: { expiresAt: at(1_000_000), spentAt: at(100) },
  successor: { spentAt: null },
};
const bound = { expiresAt: at(1_000_000), pausedAt: null, revokedAt: null, jkt: 'k' };
const paused = { ...family.session, pausedAt: at(1) };

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
    { ...family, session: { expiresAt: at(1000), pausedAt: null, revokedAt: at(1), jkt: null } },
    2,
    'ended',
  ],
  ['unspent, of a paused session', { ...family, session: paused }, 100, 'paused'],
  ['spent, its successor unused, of a paused session', { ...spent, session: paused }, 101, 'paused'],
  [
    'spent, and its successor used, of a paused session',
    { ...spent, session: paused, successor: { spentAt: at(101) } },
    102,
    'reuse',
  ],
  ['of a paused session that was revoked', { ...family, session: { ...paused, revokedAt: at(1) } }, 2, 'ended'],
  ['of a paused session that expired', { ...family, session: paused }, 1000, 'ended'],
  ['expired', { ...family, token: { ...family.token, expiresAt: at(50) } }, 50, 'ended'],
  [
    'of a session that ended',
    { ...family, session: { expiresAt: at(50), pausedAt: null, revokedAt: null, jkt: null } },
    50,
    'ended',
  ],
])('RFC 9700 §4.14.2: the decision on a refresh token that is %s', (_name, state, now, decision) => {
  expect(decideRefresh(state, at(now))).toBe(decision);
});

test('sso: derived codes and successors are deterministic and differ from their inputs', () => {
  const secrets = createGrantSecrets({ codeKey: randomBytes(32), refreshKey: randomBytes(32), randomBytes });
  assert(
    property(string(), (text) => {
      const code = secrets.codeOf(text);
      expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect([secrets.codeOf(text) === code, secrets.successorOf(text) === code, code === text]).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
  expect(secrets.generate()).not.toBe(secrets.generate());
});

import { array, assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientId,
  flow,
  form,
  type Sso,
  startSso,
  authorize,
  dpop,
  poll,
  testKey,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { diskFull, withFailingWrites } from '../../contract-tests/fixtures/runtime/failing-writes.ts';
import { approvedCode, requestUserinfo, refresh, signIn } from '../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const text = oneof(
  string({ unit: 'binary', maxLength: 40 }),
  constantFrom('\0', '', clientId, 'openid', '\ud800', '"\\'),
);
const names = constantFrom(
  'grant_type',
  'code',
  'client_id',
  'code_verifier',
  'refresh_token',
  'redirect_uri',
  'token',
  'token_type_hint',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'dpop_jkt',
  '__proto__',
  'x',
);
const fields = dictionary(names, text);
const runs = { numRuns: 150 };

/** Expects a documented response: the runtime turns undocumented ones into 500. */
const expectRefusal = ({ statusCode, body }: { statusCode: number; body: string }) => {
  expect([statusCode < 500, body]).toEqual([true, expect.any(String)]);
};

test('sso: authorize responds to random input as the contract documents', async () => {
  await assert(
    asyncProperty(fields, fields, async (changes, more) => {
      const query = new URLSearchParams({ ...flow().query, ...changes });
      for (const [name, value] of Object.entries(more)) query.append(name, value);
      expectRefusal(await sso.app.inject(`/oauth/authorize?${query.toString()}`));
    }),
    runs,
  );
});

test('sso: the token and revocation endpoints respond to random input as the contract documents', async () => {
  await assert(
    asyncProperty(
      constantFrom('/oauth/token', '/oauth/revoke'),
      fields,
      constantFrom('authorization_code', 'refresh_token', 'x'),
      async (url, sent, grant) => {
        expectRefusal(
          await form(sso, url, {
            grant_type: grant,
            client_id: clientId,
            code: 'c',
            code_verifier: 'v',
            refresh_token: 'r',
            token: 't',
            ...sent,
          }),
        );
      },
    ),
    // PostgreSQL cannot store or compare NUL.
    { ...runs, examples: [['/oauth/token', { client_id: '\0', code_verifier: '\0' }, 'authorization_code']] },
  );
});

test('sso: poll responds to random polling codes as the contract documents', async () => {
  await assert(
    asyncProperty(oneof(text, array(text), fields), async (pollingCode) => {
      expectRefusal(
        await sso.app.inject({ method: 'POST', url: '/oauth/poll', payload: { polling_code: pollingCode } }),
      );
    }),
    runs,
  );
});

test('sso: random Authorization, DPoP, Origin and If-None-Match headers get documented responses', async () => {
  const header = string({ unit: constantFrom(...'ABC abc.,"=\\é\t019-_~:/'.split('')), maxLength: 60 });
  await assert(
    asyncProperty(
      constantFrom('Bearer ', 'DPoP ', 'Device ', ''),
      header,
      header,
      constantFrom('/oauth/userinfo', '/oauth/jwks', '/api/v1/owner', '/api/v1/providers'),
      async (scheme, one, two, url) => {
        const headers = {
          authorization: scheme + one,
          dpop: two,
          origin: one,
          'if-none-match': two,
          cookie: `owner_session=${two}`,
        };
        expectRefusal(await sso.app.inject({ url, headers }));
      },
    ),
    runs,
  );
});

const failing = <Result>(table: string, state: string, work: () => Promise<Result>): Promise<Result> =>
  withFailingWrites(sso.db, table, state, work);

const internalError = 'XX000';

test.each([
  ['cannot write', diskFull, 503, 'temporarily_unavailable'],
  ['breaks', internalError, 500, 'server_error'],
])(
  'sso: when the database %s, token requests are not invalid_grant and consume nothing',
  async (_, state, status, error) => {
    const key = testKey();
    const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
    const exchange = async () => form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
    const { refresh_token } = await signIn(sso, key);
    for (const [table, request] of [
      ['sso.refresh_tokens', exchange],
      ['sso.refresh_tokens', () => refresh(sso, refresh_token, key)],
      ['sso.sessions', () => refresh(sso, refresh_token, key)],
    ] as const) {
      const response = await failing(table, state, request);
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([status, error]);
      expect(response.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
      expect(response.body).not.toContain('the test says so');
    }
    expect((await exchange()).statusCode).toBe(200);
    expect((await refresh(sso, refresh_token, key)).statusCode).toBe(200);
  },
);

test('sso: a proof that cannot be stored in the replay store is rejected', async () => {
  const key = testKey();
  const { access_token, refresh_token } = await signIn(sso, key);
  for (const state of [diskFull, internalError]) {
    const [userinfo, refreshed] = await failing('sso.dpop_proofs', state, async () => [
      await requestUserinfo(sso, access_token, key),
      await refresh(sso, refresh_token, key),
    ]);
    expect([userinfo?.statusCode, refreshed?.statusCode]).toEqual([503, 503]);
  }
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(200);
});

test('sso: authorize without a writable database stores nothing and consumes no code challenge', async () => {
  const { query } = flow();
  const response = await failing('sso.authorization_requests', diskFull, () => authorize(sso, query));
  expect([response.statusCode, response.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
  const started = await authorize(sso, query);
  expect(started.statusCode).toBe(200);
  expect((await poll(sso, started.json<{ polling_code: string }>().polling_code)).statusCode).toBe(200);
});

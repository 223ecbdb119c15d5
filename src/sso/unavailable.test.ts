import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFull, withFailingWrites } from '../../contract-tests/fixtures/runtime/failing-writes.ts';
import {
  authorize,
  dpop,
  flow,
  form,
  poll,
  type Sso,
  startSso,
  testKey,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, requestUserinfo, refresh, signIn } from '../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

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

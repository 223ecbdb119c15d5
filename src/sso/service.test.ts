import { array, assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  clientId,
  flow,
  form,
  startSso,
  authorize,
  dpop,
  poll,
  adminKey,
  otherClientId,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { diskFull, withFailingWrites } from '../../contract-tests/fixtures/runtime/tables.ts';
import {
  approvedCode,
  requestUserinfo,
  refresh,
  signIn,
  sendAsDevice,
  decide,
  enrol,
} from '../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { signInBrowser } from '../../contract-tests/fixtures/sso/browser.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';
import { defaultLifetimes, ssoSettingsProblems } from './settings.ts';
import { newKey } from '../../contract-tests/fixtures/protocol/keys.ts';
import { unicodeCharacter } from '../../contract-tests/fixtures/random.ts';

const sso = useStarted(startSso);

const text = oneof(
  string({ unit: unicodeCharacter, maxLength: 40 }),
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
    const key = newKey();
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
  const key = newKey();
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

/** Returns by how much an action raised a counter; labels are sorted by name. */
async function raised(metric: string, action: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { body } = await sso.app.inject({ url: '/metrics' });
    const line = body.split('\n').find((one) => one.startsWith(`${metric} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = await read();
  await action();
  return (await read()) - before;
}

test('sso metrics: a new owner is a sign-up, a further enrolment of its key is none', async () => {
  const { device } = await enrol(sso);
  expect(await raised('sign_ups_total{method="device",service="sso"}', () => enrol(sso))).toBe(1);
  expect(await raised('sign_ups_total{method="passkey",service="sso"}', () => signInBrowser(sso))).toBe(1);
  const again = () => sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  expect(await raised('sign_ups_total{method="device",service="sso"}', again)).toBe(0);
});

test('sso metrics: tokens for an application are a sign-in, a refresh is none', async () => {
  const metric = 'sign_ins_total{kind="application",service="sso"}';
  let token = '';
  expect(
    await raised(metric, async () => {
      token = (await signIn(sso)).refresh_token;
    }),
  ).toBe(1);
  expect(await raised(metric, () => refresh(sso, token))).toBe(0);
});

test('sso metrics: a rejected request, a reused code and a proof by a wrong key are refusals by reason', async () => {
  const { device } = await enrol(sso);
  const reject = async () => {
    const { deep_link } = (await authorize(sso, flow().query)).json<{ deep_link: string }>();
    await decide(sso, device, deep_link, 'reject');
  };
  expect(await raised('sign_in_refusals_total{reason="rejected",service="sso"}', reject)).toBe(1);
  const redeemTwice = async () => {
    const { grant } = await approvedCode(sso);
    for (const _ of [1, 2]) await form(sso, '/oauth/token', grant);
  };
  expect(await raised('sign_in_refusals_total{reason="code_reused",service="sso"}', redeemTwice)).toBe(1);
  const wrongKey = async () => {
    const { grant } = await approvedCode(sso, { dpop_jkt: newKey().jkt });
    await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, newKey()) });
  };
  expect(await raised('sign_in_refusals_total{reason="proof_refused",service="sso"}', wrongKey)).toBe(1);
});

test('sso metrics: a reused refresh token is counted once, with the session that it ended', async () => {
  const reuse = async () => {
    const { refresh_token } = await signIn(sso);
    const { refresh_token: second } = (await refresh(sso, refresh_token)).json<{ refresh_token: string }>();
    await refresh(sso, second);
    await refresh(sso, refresh_token);
    await refresh(sso, refresh_token);
  };
  expect(await raised('refresh_reuse_total{service="sso"}', reuse)).toBe(1);
  expect(await raised('session_revocations_total{reason="reuse",service="sso"}', reuse)).toBe(1);
});

test('sso metrics: pauses and resumptions are counted once each', async () => {
  const metric = (change: string) => `session_pauses_total{change="${change}",service="sso"}`;
  const { device } = await signIn(sso);
  const listed = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions');
  const [session] = listed.json<{ sessions: readonly { readonly sessionId: string }[] }>().sessions;
  const change = (to: string) => () =>
    sendAsDevice(sso, device, 'POST', `/api/v1/owner/sessions/${session?.sessionId}/${to}`);
  expect(await raised(metric('paused'), change('pause'))).toBe(1);
  expect(await raised(metric('paused'), change('pause'))).toBe(0);
  expect(await raised(metric('resumed'), change('resume'))).toBe(1);
});

test('sso metrics: revoked sessions are counted by reason', async () => {
  const metric = (reason: string) => `session_revocations_total{reason="${reason}",service="sso"}`;
  const { device, sub } = await signIn(sso);
  const disconnect = () => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect(await raised(metric('owner'), disconnect)).toBe(1);
  expect(await raised(metric('owner'), disconnect)).toBe(0);
  const admin = (method: 'POST' | 'DELETE', path: string) =>
    sso.app.inject({ method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${adminKey}` } });
  expect(await raised(metric('owner_suspended'), () => admin('POST', `owners/${sub}/suspend`))).toBe(0);
  const other = await signIn(sso);
  expect(await raised(metric('owner_suspended'), () => admin('POST', `owners/${other.sub}/suspend`))).toBe(1);
  const third = await signIn(sso);
  expect(await raised(metric('owner_deleted'), () => admin('DELETE', `owners/${third.sub}`))).toBe(1);
  const fourth = await signIn(sso);
  const revoke = () => form(sso, '/oauth/revoke', { token: fourth.refresh_token, client_id: clientId });
  expect(await raised(metric('client'), revoke)).toBe(1);
  await approvedCode(sso, { client_id: otherClientId }).then(({ grant }) => form(sso, '/oauth/token', grant));
  const disable = () => admin('POST', `providers/${otherClientId}/disable`);
  expect(await raised(metric('provider_disabled'), disable)).toBe(1);
});

test('sso settings: every invalid setting is reported at once', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 571, accessToken: 0 };
  expect(ssoSettingsProblems({ issuer: 'https://sso.test/', lifetimes })).toEqual([
    expect.stringContaining('accessToken is 0'),
    expect.stringContaining('https://sso.test/ is not an origin'),
    expect.stringContaining('authorization is 571: give 570'),
  ]);
});

test('sso settings: the defaults are valid', () => {
  expect(ssoSettingsProblems({ issuer: 'https://sso.test', lifetimes: defaultLifetimes })).toEqual([]);
});

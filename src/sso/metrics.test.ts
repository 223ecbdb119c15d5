import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInBrowser } from '../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  authorize,
  clientId,
  dpop,
  flow,
  form,
  otherClientId,
  type Sso,
  startSso,
  testKey,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  sendAsDevice,
  decide,
  enrol,
  refresh,
  signIn,
} from '../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

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
    const { grant } = await approvedCode(sso, { dpop_jkt: testKey().jkt });
    await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, testKey()) });
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

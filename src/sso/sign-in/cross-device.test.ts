import { expect, test } from 'vitest';
import { isRequestingBrowser, requestCookie } from './requesting-browser.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  issuer,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(startSso);

interface Pending {
  readonly requestId: string;
  readonly pollingCode: string;
  readonly code: string;
}

/** An application that polls, and shows the comparison code. */
async function startPolling(): Promise<Pending> {
  const {
    deep_link = '',
    polling_code = '',
    comparison_code = '',
  } = (await authorize(sso, flow().query)).json<Record<string, string>>();
  return { requestId: deep_link.split('/').at(-1) ?? '', pollingCode: polling_code, code: comparison_code };
}

/** A browser that an application redirected here, with the cookie that it received. */
async function redirectedBrowser() {
  const { query } = flow({ response_mode: 'query', redirect_uri: 'https://app.test/callback' });
  const { headers } = await authorize(sso, query);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { requestId: String(headers.location).split('/').at(-1) ?? '', cookie };
}

interface Shown {
  readonly comparison: string;
  readonly comparisonCode: string | null;
  readonly comparisonChoices: readonly string[];
}

const shownTo = async (browser: SignedInBrowser, requestId: string, cookie?: string): Promise<Shown> =>
  (await browser.send('GET', `requests/${requestId}`, undefined, cookie)).json<Shown>();

async function approve(browser: SignedInBrowser, requestId: string, body: object, cookie?: string) {
  const assertion = await browser.assert({ action: 'approve_request', requestId });
  const decision = { decision: 'approve', clientId, dpopJkt: null, assertion, ...body };
  return browser.send('POST', `requests/${requestId}/decision`, decision, cookie);
}

const errorOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { error: string }).error,
];
const statusOf = async (pollingCode: string) => (await poll(sso, pollingCode)).json<{ status: string }>().status;

test('RFC 10027: a browser on another device sees three codes, always in the same order, and not which one is right', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, code } = await startPolling();
  const [first, again] = [await shownTo(browser, requestId), await shownTo(browser, requestId)];
  expect(first).toMatchObject({ comparison: 'optional', comparisonCode: null });
  expect(new Set(first.comparisonChoices).size).toBe(3);
  expect(first.comparisonChoices).toContain(code);
  expect(again.comparisonChoices).toEqual(first.comparisonChoices);
  expect(first.comparisonChoices).toEqual(first.comparisonChoices.toSorted());
});

test('RFC 10027: the right code approves', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode, code } = await startPolling();
  expect((await approve(browser, requestId, { comparisonCode: code })).statusCode).toBe(200);
  expect(await statusOf(pollingCode)).toBe('authorized');
});

test('RFC 10027: a wrong code rejects the request for good', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode, code } = await startPolling();
  const { comparisonChoices } = await shownTo(browser, requestId);
  const wrong = comparisonChoices.find((choice) => choice !== code);
  expect(errorOf(await approve(browser, requestId, { comparisonCode: wrong }))).toEqual([409, 'comparison_failed']);
  expect(errorOf(await approve(browser, requestId, { comparisonCode: code }))).toEqual([409, 'already_decided']);
  expect(await statusOf(pollingCode)).toBe('rejected');
});

test('RFC 10027: without a code a browser on another device must confirm that none is shown', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode } = await startPolling();
  expect(errorOf(await approve(browser, requestId, {}))).toEqual([400, 'comparison_required']);
  expect(await statusOf(pollingCode)).toBe('pending');
  expect((await approve(browser, requestId, { withoutComparison: true })).statusCode).toBe(200);
});

test('RFC 10027: the browser that sent the request approves without a code', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, cookie } = await redirectedBrowser();
  expect(await shownTo(browser, requestId, cookie)).toMatchObject({ comparison: 'none', comparisonChoices: [] });
  expect((await approve(browser, requestId, {}, cookie)).statusCode).toBe(200);
});

test('sso: the cookie of another request does not replace the comparison', async () => {
  const browser = await signInBrowser(sso);
  const [one, other] = [await redirectedBrowser(), await redirectedBrowser()];
  const forged = `${one.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`;
  for (const cookie of [undefined, other.cookie, forged])
    expect(errorOf(await approve(browser, one.requestId, {}, cookie))).toEqual([400, 'comparison_required']);
});

test('sso: a device signs the code that it was given, and a wrong one rejects the request', async () => {
  const { device } = await enrol(sso);
  const decide = async ({ requestId }: Pending, comparisonCode: string) =>
    sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, {
      decision: 'approve',
      clientId,
      dpopJkt: null,
      comparisonCode,
    });
  const [good, bad] = [await startPolling(), await startPolling()];
  expect((await decide(good, good.code)).statusCode).toBe(200);
  const wrong = bad.code === 'BBB-BBB' ? 'CCC-CCC' : 'BBB-BBB';
  expect(errorOf(await decide(bad, wrong))).toEqual([409, 'comparison_failed']);
  expect(await statusOf(bad.pollingCode)).toBe('rejected');
});

test('sso: an application with comparison required is approved with the right code only, by browser and by device', async () => {
  const requiring = await startSso();
  try {
    const patched = await requiring.app.inject({
      method: 'PATCH',
      url: `/api/v1/providers/${clientId}`,
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { comparison: 'required' },
    });
    expect(patched.json()).toMatchObject({ comparison: 'required' });
    const { deep_link = '', comparison_code = '' } = (await authorize(requiring, flow().query)).json<
      Record<string, string>
    >();
    const requestId = deep_link.split('/').at(-1) ?? '';
    const browser = await signInBrowser(requiring);
    const refused = await approve(browser, requestId, { withoutComparison: true });
    expect(errorOf(refused)).toEqual([400, 'comparison_required']);
    const { device } = await enrol(requiring);
    const decide = (body: object) =>
      sendAsDevice(requiring, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, {
        decision: 'approve',
        clientId,
        dpopJkt: null,
        ...body,
      });
    expect(errorOf(await decide({}))).toEqual([400, 'comparison_required']);
    expect((await decide({ comparisonCode: comparison_code })).statusCode).toBe(200);
  } finally {
    await requiring.close();
  }
});

test('sso: authorize with response_mode=query sets an HttpOnly cookie, and no table stores it', async () => {
  const { query } = flow({ response_mode: 'query', redirect_uri: 'https://app.test/callback' });
  const { headers } = await authorize(sso, query);
  const [, secret = ''] =
    /^sso_request_[\w-]{16}=([\w-]{43}); Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/.exec(
      String(headers['set-cookie']),
    ) ?? [];
  expect(secret).not.toBe('');
  const rows = await sso.db.selectFrom('sso.authorization_requests').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('sso: over https the cookie of a request is Secure and has the prefix __Host-', () => {
  const [link, secret] = ['L'.repeat(43), 'S'.repeat(43)];
  const linkHash = secretHash(link);
  const value = requestCookie(secret, linkHash, 'https://sso.test');
  const name = `__Host-sso_request_${linkHash.slice(0, 16)}`;
  expect(value).toBe(`${name}=${secret}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`);
  const request = { linkHash, browserHash: secretHash(secret) };
  expect(isRequestingBrowser(request, { [name]: secret }, 'https://sso.test')).toBe(true);
  // A cookie without the prefix can be set by a sibling host.
  expect(isRequestingBrowser(request, { [name.slice(7)]: secret }, 'https://sso.test')).toBe(false);
  expect(isRequestingBrowser(request, { [name]: secret }, issuer)).toBe(false);
});

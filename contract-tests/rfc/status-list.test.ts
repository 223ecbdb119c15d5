import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { decodeStatusList, statusAt, statusReferenceOf } from '../../src/protocol/status-list.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { decode, type RunningProvider, startProvider, type Tokens } from '../fixtures/sso.ts';
import { revocationLimit } from '../fixtures/clock.ts';

// draft-ietf-oauth-status-list-17, as a third-party verifier sees it.
let provider: RunningProvider;
let restarted: RunningPlatform | undefined;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => {
  await restarted?.stop();
  await (restarted ? deletePlatformData(provider.platform) : provider.stop());
});

type Session = Pick<Tokens, 'accessToken'>;
const referenceOf = ({ accessToken }: Session) =>
  statusReferenceOf(decode(accessToken).claims) ?? { idx: -1, uri: 'https://none.test' };
/** Reads the status of a session as the draft tells verifiers to. */
async function statusOf(session: Session): Promise<number | undefined> {
  const { idx, uri } = referenceOf(session);
  const list = await (await fetch(uri)).text();
  const keys = createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`));
  const { payload } = await jwtVerify(list, keys, { typ: 'statuslist+jwt', subject: uri, requiredClaims: ['iat'] });
  return statusAt(await decodeStatusList(payload['status_list']), idx);
}
const revoke = ({ refreshToken }: Tokens) =>
  provider.send('POST', '/oauth/revoke', { form: { token: refreshToken, client_id: provider.clientId } });

test('draft-ietf-oauth-status-list-17 §6.2: an access token refers to its status by idx and uri', async () => {
  const [one, two] = [await provider.signIn(), await provider.signIn()];
  expect(referenceOf(one)).toEqual({ idx: expect.any(Number), uri: `${provider.url}/oauth/status-lists/0` });
  expect(referenceOf(one).idx).not.toBe(referenceOf(two).idx);
});

test('draft-ietf-oauth-status-list-17 §8.1, §8.2: the list is a signed, compressed, cacheable JWT with its address as sub', async () => {
  const { uri } = referenceOf(await provider.signIn());
  const response = await fetch(uri, {
    headers: { accept: 'application/statuslist+jwt', origin: 'https://verifier.test' },
  });
  const token = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/statuslist+jwt']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=2');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(decode(token).header).toMatchObject({ typ: 'statuslist+jwt', alg: 'RS256', kid: expect.any(String) });
  const { iat, exp, ttl, sub, status_list } = decode(token).claims;
  expect([ttl, sub, status_list]).toEqual([2, uri, { bits: 1, lst: expect.stringMatching(/^[\w-]+$/) }]);
  expect(Number(exp)).toBeGreaterThan(Number(iat));
  expect(token.length).toBeLessThan(2_000);
});

test('draft-ietf-oauth-status-list-17 §7.1: a revoked session has the status 1, and its neighbours 0', async () => {
  const sessions = [await provider.signIn(), await provider.signIn(), await provider.signIn()] as const;
  for (const session of sessions) expect(await statusOf(session)).toBe(0);
  await revoke(sessions[1]);
  await vi.waitFor(async () => expect(await statusOf(sessions[1])).toBe(1), {
    timeout: revocationLimit,
    interval: 100,
  });
  expect([await statusOf(sessions[0]), await statusOf(sessions[2])]).toEqual([0, 0]);
});

test('RFC 9110 §13.1.2: an unchanged list is confirmed by its entity tag', async () => {
  const { uri } = referenceOf(await provider.signIn());
  const etag = (await fetch(uri)).headers.get('etag') ?? '';
  expect((await fetch(uri, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(uri, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
});

test.each([
  ['4294967295', 404],
  ['4294967296', 400],
  ['-1', 400],
  ['x', 400],
])('sso: the status list %s is %i', async (list, status) => {
  expect((await provider.send('GET', `/oauth/status-lists/${list}`)).status).toBe(status);
});

test('sso: the first list after a restart, and after a killed process, has every revocation', async () => {
  const [revoked, kept] = [await provider.signIn(), await provider.signIn()];
  await revoke(revoked);
  await provider.platform.kill();
  restarted = await startPlatform({ services: ['sso'], after: provider.platform });
  expect([await statusOf(revoked), await statusOf(kept)]).toEqual([1, 0]);
  const last = await provider.signIn();
  expect(referenceOf(last).idx).toBeGreaterThan(referenceOf(kept).idx);
  await revoke(last);
  await restarted.stop();
  restarted = await startPlatform({ services: ['sso'], after: provider.platform });
  expect([await statusOf(revoked), await statusOf(kept), await statusOf(last)]).toEqual([1, 0, 1]);
});

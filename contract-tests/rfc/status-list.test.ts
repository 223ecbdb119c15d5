import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeStatusList, statusAt, statusReferenceOf } from '../../src/protocol/status-list.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type RunningProvider, startProvider, type Tokens } from '../fixtures/sso.ts';
import { decode } from '../fixtures/protocol/keys.ts';

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

test('draft-ietf-oauth-status-list-17 §7.1: the first list after a restart, and after a killed process, has every revocation', async () => {
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

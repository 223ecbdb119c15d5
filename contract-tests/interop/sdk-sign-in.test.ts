import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as DpopEntry from '../../src/client/entries/dpop.ts';
import type * as ForumEntry from '../../src/client/entries/forum.ts';
import type * as SsoClientEntry from '../../src/client/entries/sso-client.ts';
import { enrolOwner, type Owner, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { packSdk, pathInProject, projectWithSdk } from '../fixtures/sdk-package.ts';

// Tests the built package, not its sources.
const sdk = await packSdk();
const project = await projectWithSdk(sdk, 'sign-in');
const { createForumClient, dpopMiddleware, unwrap }: typeof ForumEntry = await import(pathInProject(project, 'forum'));
const { createIdTokenVerifier, SsoClient }: typeof SsoClientEntry = await import(pathInProject(project, 'sso-client'));
const {
  createDpopKeypair,
  createDpopProof,
  createMemoryReplayStore,
  createRequestVerifier,
  jwkThumbprint,
}: typeof DpopEntry = await import(pathInProject(project, 'dpop'));

let platform: RunningPlatform;
let owner: Owner;
let providerAddress: string;
let ssoBaseUrl: string;

beforeAll(async () => {
  platform = await startPlatform({ services: ['sso', 'forum'] });
  ssoBaseUrl = urlOf(platform, 'sso');
  providerAddress = await testProvider(platform);
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform.stop();
  await deletePlatformData(platform);
  await rm(sdk.folder, { recursive: true, force: true });
});

const client = (config: Partial<SsoClientEntry.SsoClientConfig> = {}) =>
  new SsoClient({ ssoBaseUrl: `${ssoBaseUrl}/`, providerAddress, pollingInterval: 200, ...config });

async function signIn(sso: SsoClientEntry.SsoClient, as: Owner = owner): Promise<void> {
  const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
  await as.decide(link, 'approve');
  const { authorization_code: code } = await sso.waitForApproval(polling);
  await sso.exchangeToken(code ?? '');
}

describe('Bearer', () => {
  test('SsoClient with a real provider: sign-in, userinfo, refresh and standalone id_token verification [A80, A82, A83, A92]', async () => {
    const sso = client();
    await signIn(sso);
    expect(sso.getSubject()).toBe(owner.sub);
    expect(await sso.verifyAuth()).toEqual({ sub: owner.sub, aud: providerAddress });
    const before = sso.getRefreshToken();
    await sso.refreshAccessToken();
    expect(sso.getRefreshToken()).not.toBe(before);
    expect(await sso.verifyAuth()).toMatchObject({ sub: owner.sub });
    const verify = createIdTokenVerifier({ ssoBaseUrl, providerAddress });
    expect(await verify(sso.getIdToken() ?? '')).toMatchObject({ sub: owner.sub, iss: ssoBaseUrl });
    expect(await verify(sso.getAccessToken() ?? '')).toBeNull();
  });

  test('SsoClient with a real provider: a redeemed code polls as 409 and cannot be exchanged again [A81, S24]', async () => {
    const sso = client();
    const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
    await owner.decide(link, 'approve');
    const { authorization_code: code = '' } = await sso.pollAuth(polling);
    await sso.exchangeToken(code);
    await expect(sso.pollAuth(polling)).rejects.toMatchObject({
      name: 'PollError',
      status: 409,
      error: 'invalid_grant',
    });
    await expect(sso.pollAuth('unknown')).rejects.toMatchObject({ name: 'PollError', status: 404 });
  });

  test('SsoClient with a real provider: after an approval the next poll returns the code and honors Retry-After [S27]', async () => {
    const sso = client();
    const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
    const waiting = sso.waitForApproval(polling);
    await owner.decide(link, 'approve');
    expect(await waiting).toMatchObject({ status: 'authorized', iss: ssoBaseUrl });
  });

  test('SsoClient with a real provider: a declined sign-in ends and the next one has a fresh link [S31]', async () => {
    const sso = client();
    const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
    await owner.decide(link, 'reject');
    expect(await sso.waitForApproval(polling)).toMatchObject({ status: 'rejected' });
    expect((await sso.generateDeeplink()).deep_link).not.toBe(link);
  });

  test('SsoClient with a real provider: after a revocation refreshing logs out [A83, A84, S77]', async () => {
    const person = await enrolOwner(platform);
    const sso = client();
    await signIn(sso, person);
    unwrap(await person.sso.revokeConnectedClient({ path: { clientId: providerAddress } }));
    expect(await sso.verifyAuth()).toBeNull();
    expect([sso.getAccessToken(), sso.getRefreshToken(), sso.getSubject()]).toEqual([null, null, null]);
  });

  test('SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout [A84, A85, A86, A87, A88, A89, A90, A91]', async () => {
    const sso = client();
    const stored = () => [sso.getAccessToken(), sso.getIdToken(), sso.getRefreshToken(), sso.getAuthData()];
    const nothing = [null, null, null, null];
    expect([stored(), await sso.verifyAuth(), sso.isTokenExpired()]).toEqual([nothing, null, true]);
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError' });
    await signIn(sso);
    expect(sso.getAuthData()).toMatchObject({ sub: owner.sub, iss: ssoBaseUrl });
    expect([sso.isTokenExpired(), sso.isAccessTokenExpired(), sso.hasRefreshToken()]).toEqual([false, false, true]);
    const [one, two] = await Promise.all([sso.refreshAccessToken(), sso.refreshAccessToken()]);
    expect(one.access_token).toBe(two.access_token);
    const tokens = ['of no session'];
    const status = await sso.withAutoRefresh(async () => {
      const authorization = `Bearer ${tokens.pop() ?? sso.getAccessToken()}`;
      const response = await fetch(`${ssoBaseUrl}/oauth/userinfo`, { headers: { authorization } });
      if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status });
      return response.status;
    });
    expect([status, tokens, sso.getAccessToken() === one.access_token]).toEqual([200, [], false]);
    sso.logout();
    expect([stored(), sso.hasRefreshToken()]).toEqual([nothing, false]);
  });

  test('SsoClient with a real provider: two users of one server stay separate while both refresh [S19]', async () => {
    const other = await enrolOwner(platform);
    const [mine, theirs] = [client(), client()];
    await signIn(mine);
    await signIn(theirs, other);
    await Promise.all([mine.refreshAccessToken(), theirs.refreshAccessToken(), mine.refreshAccessToken()]);
    expect([(await mine.verifyAuth())?.sub, (await theirs.verifyAuth())?.sub]).toEqual([owner.sub, other.sub]);
  });

  test("SsoClient with a real provider: an unknown application is an AuthorizeError with the provider's error [S6]", async () => {
    const stranger = client({ providerAddress: 'f'.repeat(32) });
    await expect(stranger.generateDeeplink()).rejects.toMatchObject({
      name: 'AuthorizeError',
      status: 400,
      error: 'invalid_client',
    });
  });
});

describe('DPoP', () => {
  test('SsoClient with DPoP: tokens are bound to the key, refreshed with it and accepted by the forum [S110]', async () => {
    const keypair = await createDpopKeypair();
    const sso = client({ dpop: { keypair } });
    await signIn(sso);
    expect(sso.getAuthData()?.cnf).toEqual({ jkt: jwkThumbprint(keypair.publicJwk) });
    await sso.refreshAccessToken();
    await expect(sso.verifyAuth()).rejects.toMatchObject({ error: 'dpop_bound' });
    const accessToken = () => sso.getAccessToken() ?? undefined;
    const forum = createForumClient({
      baseUrl: urlOf(platform, 'forum'),
      middleware: [dpopMiddleware({ keypair, accessToken })],
    });
    expect(unwrap(await forum.getAgentAuth()).agent).toEqual({ jkt: jwkThumbprint(keypair.publicJwk), sub: owner.sub });
  });

  test('SDK verifier: agrees with the forum on tokens of the provider [S154]', async () => {
    const keypair = await createDpopKeypair();
    const sso = client({ dpop: { keypair } });
    await signIn(sso);
    const accessToken = sso.getAccessToken() ?? '';
    const verify = createRequestVerifier({
      issuer: ssoBaseUrl,
      audience: providerAddress,
      replayStore: createMemoryReplayStore(),
    });
    const url = 'https://notes.example/api/notes?draft=1';
    const proof = await createDpopProof({ keypair, method: 'POST', url, accessToken });
    const request = new Request(url, {
      method: 'POST',
      headers: { authorization: `DPoP ${accessToken}`, dpop: proof },
    });
    expect(await verify(request)).toMatchObject({ ok: true, sub: owner.sub, clientId: providerAddress });
    expect(await verify(request)).toMatchObject({ ok: false, code: 'replayed_proof_jti' });
  });

  test('SsoClient with DPoP: another key than that of the sign-in gets no tokens [S88]', async () => {
    const sso = client({ dpop: { keypair: await createDpopKeypair() } });
    const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
    await owner.decide(link, 'approve');
    const { authorization_code: code = '' } = await sso.pollAuth(polling);
    const thief = client({
      dpop: { keypair: await createDpopKeypair() },
      flowStorage: sso.config.flowStorage,
      tokenStorage: sso.config.tokenStorage,
    });
    await expect(thief.exchangeToken(code)).rejects.toMatchObject({
      name: 'TokenExchangeError',
      error: 'invalid_dpop_proof',
    });
    await sso.exchangeToken(code);
    expect(sso.getSubject()).toBe(owner.sub);
  });
});

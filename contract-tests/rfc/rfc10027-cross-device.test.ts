import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { newKey } from '../fixtures/identity.ts';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';

// Cross-device flows: the approver uses another device than the one that asks, and can be deceived about it (phishing).
let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

interface Asked {
  readonly deepLink: string;
  readonly requestId: string;
  readonly pollingCode: string;
  readonly comparisonCode: string;
  readonly expiresAt: number;
  readonly verifier: string;
}

async function ask(
  changes: Record<string, string> = {},
  headers: Record<string, string> = { 'user-agent': 'Terminal of the test' },
): Promise<Asked> {
  const { query, verifier } = provider.flow(changes);
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers });
  const deepLink = String(body['deep_link']);
  return {
    deepLink,
    requestId: deepLink.split('/').at(-1) ?? '',
    pollingCode: String(body['polling_code']),
    comparisonCode: String(body['comparison_code']),
    expiresAt: Number(body['expired_at']),
    verifier,
  };
}

const look = async ({ requestId }: Asked) =>
  unwrap(await provider.owner.sso.getAuthorizationRequest({ path: { requestId } }));
const poll = (pollingCode: string) => provider.send('POST', '/oauth/poll', { json: { polling_code: pollingCode } });
const decide = ({ requestId }: Asked, decision: 'approve' | 'reject', body: object = {}) =>
  provider.owner.sso.decideAuthorizationRequest({
    path: { requestId },
    body: { decision, clientId: provider.clientId, dpopJkt: null, ...body },
  });

test('RFC 10027: a link expires after five minutes', async () => {
  const { expiresAt } = await ask();
  const left = expiresAt - Date.now() / 1000;
  expect(left).toBeGreaterThan(290);
  expect(left).toBeLessThanOrEqual(300);
});

test('RFC 10027: every attempt has its own link, polling code and comparison code', async () => {
  const attempts = [await ask(), await ask(), await ask()];
  for (const member of ['requestId', 'pollingCode', 'comparisonCode'] as const)
    expect(new Set(attempts.map((attempt) => attempt[member])).size).toBe(3);
});

test('RFC 10027: the link reveals no polling code, and the polling code no link', async () => {
  const asked = await ask();
  expect((await poll(asked.requestId)).status).toBe(404);
  expect(await (await fetch(asked.deepLink)).text()).not.toContain(asked.pollingCode);
  expect((await fetch(`${provider.url}/approve/${asked.pollingCode}`)).status).toBe(404);
  await decide(asked, 'approve');
  expect((await (await fetch(`${asked.deepLink}/status`)).json()) as unknown).toEqual({
    status: 'approved',
    returnTo: null,
  });
});

test('RFC 10027: the approval page shows application, place, time, duration, key and comparison code', async () => {
  const key = newKey();
  const before = Date.now();
  const asked = await ask({ dpop_jkt: key.jkt });
  const shown = await look(asked);
  expect(shown).toMatchObject({
    status: 'pending',
    applicationName: 'Test application',
    clientId: provider.clientId,
    comparisonCode: asked.comparisonCode,
    dpopJkt: key.jkt,
    sessionSeconds: 30 * 86_400,
    place: { ipAddress: '127.0.0.1', userAgent: 'Terminal of the test' },
  });
  expect(shown.keyFingerprint?.replaceAll(' ', '')).toBe(key.jkt);
  expect(Math.abs(Date.parse(shown.requestedAt) - before)).toBeLessThan(10_000);
  // The requesting device shows the same code, easy to read aloud.
  expect(asked.comparisonCode).toMatch(/^[B-DF-HJ-NP-TV-XZ]{3}-[B-DF-HJ-NP-TV-XZ]{3}$/);
});

test('RFC 10027: the shown place ignores forwarding headers of the requesting device', async () => {
  const { place } = await look(await ask({}, { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }));
  expect(place.ipAddress).toBe('127.0.0.1');
});

test('RFC 10027: a decision that does not repeat the shown values is rejected', async () => {
  const key = newKey();
  const asked = await ask({ dpop_jkt: key.jkt });
  for (const body of [{ clientId: provider.otherClientId, dpopJkt: key.jkt }, { dpopJkt: newKey().jkt }, {}]) {
    const response = await decide(asked, 'approve', body);
    expect([response.status, response.status === 400 && response.body.error]).toEqual([400, 'request_mismatch']);
  }
  expect((await poll(asked.pollingCode)).body['status']).toBe('pending');
});

test('RFC 10027: a second decision is rejected', async () => {
  const asked = await ask();
  expect((await decide(asked, 'reject')).status).toBe(200);
  for (const decision of ['approve', 'reject'] as const) {
    const response = await decide(asked, decision);
    expect([response.status, response.status === 409 && response.body.error]).toEqual([409, 'already_decided']);
  }
  expect((await poll(asked.pollingCode)).body['status']).toBe('rejected');
  expect((await look(asked)).status).toBe('rejected');
});

test('RFC 10027: a decision without owner authentication is rejected', async () => {
  const { requestId, pollingCode } = await ask();
  const response = await provider.send('POST', `/api/v1/owner/requests/${requestId}/decision`, {
    json: { decision: 'approve', clientId: provider.clientId, dpopJkt: null },
  });
  expect([response.status, response.body['error']]).toEqual([401, 'unauthorized']);
  expect((await provider.send('GET', `/api/v1/owner/requests/${requestId}`)).status).toBe(401);
  expect((await poll(pollingCode)).body['status']).toBe('pending');
});

test('RFC 10027: tokens are bound to the key that the approver saw', async () => {
  const key = newKey();
  const asked = await ask({ dpop_jkt: key.jkt });
  await decide(asked, 'approve', { dpopJkt: key.jkt });
  const { body } = await poll(asked.pollingCode);
  const form = {
    grant_type: 'authorization_code',
    code: String(body['authorization_code']),
    client_id: provider.clientId,
    code_verifier: asked.verifier,
  };
  const response = await provider.send('POST', '/oauth/token', { form });
  expect([response.status, response.body['error']]).toEqual([400, 'invalid_dpop_proof']);
});

test('RFC 10027: a revocation by the owner takes effect immediately', async () => {
  const { accessToken, refreshToken } = await provider.signIn();
  const { revoked } = unwrap(await provider.owner.sso.revokeConnectedClient({ path: { clientId: provider.clientId } }));
  expect(revoked).toBeGreaterThan(0);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await provider.send('GET', '/oauth/userinfo', { headers })).status).toBe(401);
  expect((await provider.refresh(refreshToken)).body['error']).toBe('invalid_grant');
});

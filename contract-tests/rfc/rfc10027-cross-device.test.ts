import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Cross-device flows: the approver uses another device than the one that asks, and can be deceived about it (phishing).
const provider = useStarted(startProvider);

async function ask(headers: Record<string, string> = {}) {
  const query = new URLSearchParams(provider.flow().query);
  const { body } = await provider.send('GET', `/oauth/authorize?${query.toString()}`, { headers });
  const deepLink = String(body['deep_link']);
  return { deepLink, requestId: deepLink.split('/').at(-1) ?? '', pollingCode: String(body['polling_code']) };
}

test('RFC 10027: the link reveals no polling code, and the polling code no link', async () => {
  const asked = await ask();
  expect((await provider.poll(asked.requestId)).status).toBe(404);
  expect(await (await fetch(asked.deepLink)).text()).not.toContain(asked.pollingCode);
  expect((await fetch(`${provider.url}/approve/${asked.pollingCode}`)).status).toBe(404);
  await provider.owner.decide(asked.deepLink, 'approve');
  expect((await (await fetch(`${asked.deepLink}/status`)).json()) as unknown).toEqual({
    status: 'approved',
    returnTo: null,
  });
});

test('RFC 10027: the shown place ignores forwarding headers of the requesting device', async () => {
  const { requestId } = await ask({ 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' });
  const { place } = unwrap(await provider.owner.sso.getAuthorizationRequest({ path: { requestId } }));
  expect(place.ipAddress).toBe('127.0.0.1');
});

test('RFC 10027: a decision without owner authentication is rejected', async () => {
  const { requestId, pollingCode } = await ask();
  const response = await provider.send('POST', `/api/v1/owner/requests/${requestId}/decision`, {
    json: { decision: 'approve', clientId: provider.clientId, dpopJkt: null },
  });
  expect([response.status, response.body['error']]).toEqual([401, 'unauthorized']);
  expect((await provider.send('GET', `/api/v1/owner/requests/${requestId}`)).status).toBe(401);
  expect((await provider.poll(pollingCode)).body['status']).toBe('pending');
});

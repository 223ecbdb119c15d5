import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { openPasskeyBrowser } from '../fixtures/passkey-browser.ts';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';

const manyNetworks = 300;
/** More than a /48 may guess in a minute. */
const manyGuesses = 170;

let provider: RunningProvider;
/** Serves the metadata of one client, and responds to nothing else until `gone`. */
let documents: Server;
let documentUrl: (path: string) => string;
let gone = false;
beforeAll(async () => {
  documents = createServer((request, response) => {
    if (gone) return void response.destroy();
    if (!request.url?.startsWith('/honest')) return;
    const body = JSON.stringify({ client_id: documentUrl(request.url), redirect_uris: ['http://127.0.0.1/callback'] });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  const { port } = documents.address() as AddressInfo;
  documentUrl = (path) => `http://127.0.0.1:${port}${path}`;
  provider = await startProvider({
    env: {
      TRUSTED_PROXIES: '127.0.0.1/32, ::1/128',
      RATE_LIMITS: 'on',
      REGISTRATION: 'open',
      CLIENT_REGISTRATION: 'open',
      CLIENT_ALLOW_TARGETS: '127.0.0.0/8',
    },
  });
});
afterAll(async () => {
  documents.closeAllConnections();
  await new Promise((resolve) => documents.close(resolve));
  await provider?.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const network = (index: number) => `10.${index >> 8}.${index & 255}.9`;
const everyNetwork = Array.from({ length: manyNetworks }, (_, index) => network(index));
const statusesOf = (responses: readonly { readonly status: number }[]) => [
  ...new Set(responses.map(({ status }) => status)),
];

const startRecovery = (code: string, address: string) =>
  fetch(`${provider.url}/api/v1/owner/recovery/options`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: provider.url, ...from(address) },
    body: JSON.stringify({ code, name: 'New phone' }),
  });

test(`strangers in ${manyNetworks} networks who guess recovery codes do not keep an owner from recovering`, async () => {
  const browser = await openPasskeyBrowser(provider.url);
  const assertion = await browser.assert({ action: 'create_recovery_codes' });
  const created = await browser.send('/api/v1/owner/recovery-codes', { method: 'POST', json: { assertion } });
  const [code = ''] = (JSON.parse(created.text) as { readonly codes: readonly string[] }).codes;

  const guesses = await Promise.all(
    [...everyNetwork, ...everyNetwork].map((address) => startRecovery('AAAA-AAAA-AAAA-AAAA', address)),
  );
  expect(statusesOf(guesses)).toEqual([400]);
  expect((await startRecovery(code, '203.0.113.1')).status).toBe(200);
});

const register = (address: string) =>
  provider.send('POST', '/oauth/register', {
    json: { redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' },
    headers: from(address),
  });

test(`strangers in ${manyNetworks} networks who register clients, and one without end, do not keep another one from registering`, async () => {
  const registered = await Promise.all(everyNetwork.map(register));
  expect(statusesOf(registered)).toEqual([201]);
  const flood = await Promise.all(Array.from({ length: 21 }, () => register('198.51.100.3')));
  expect(flood.filter(({ status }) => status === 201)).toHaveLength(20);
  expect((await register('203.0.113.2')).status).toBe(201);
});

test(`strangers in ${manyNetworks} networks whose metadata never comes do not keep a client from signing in`, async () => {
  let waiting = 0;
  const stuck = [...everyNetwork, ...everyNetwork, ...everyNetwork].map(async (address, index) => {
    waiting += 1;
    const query = provider.flow({ client_id: documentUrl(`/stuck/${index}`) }).query;
    await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers: from(address) });
    waiting -= 1;
  });
  const { query } = provider.flow({ client_id: documentUrl('/honest') });
  const honest = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`, {
    headers: from('203.0.113.3'),
  });
  expect([honest.status, honest.body['error_description']]).toEqual([200, undefined]);
  expect(waiting).toBeGreaterThan(0);
  gone = true;
  documents.closeAllConnections();
  await Promise.all(stuck);
});

const administer = (key: string, address: string, path = '/api/v1/providers') =>
  provider.send('GET', path, { headers: { authorization: `Bearer ${key}`, ...from(address) } });

test('a stranger with a whole /48 of IPv6 guesses administrator keys from many of its networks, and is refused', async () => {
  const guesses: number[] = [];
  for (let index = 0; index < manyGuesses; index += 1)
    guesses.push((await administer('guessed', `2001:db8:1:${(index * 256).toString(16)}::1`)).status);
  expect(guesses.filter((status) => status === 401)).toHaveLength(160);
  const last = await administer('guessed', '2001:db8:1:ffff::1');
  expect([last.status, last.body['error'], Number(last.headers.get('retry-after'))]).toEqual([
    429,
    'guess_limit',
    expect.any(Number),
  ]);
  expect((await administer('guessed', '2001:db8:2::1')).status).toBe(401);
  expect((await administer(provider.platform.adminKey, '2001:db8:1:ffff::1')).status).toBe(200);
});

test('a stranger in one /64 does not use up the guesses of a neighbour in the same /48', async () => {
  for (let guess = 0; guess < manyGuesses; guess += 1) await administer('guessed', '2001:db8:3::1');
  expect((await administer('guessed', '2001:db8:3:1::1')).status).toBe(401);
});

const auditedRefusals = async (administrator: string) => {
  const path = '/api/v1/audit?event=admin_refused&limit=100';
  const { body } = await administer(provider.platform.adminKey, '203.0.113.4', path);
  return JSON.stringify(body).split(administrator).length - 1;
};

test('a flood of refused requests does not hide from the audit that a valid key overstepped its scopes', async () => {
  const address = '198.51.100.7';
  for (let sent = 0; sent < 65; sent += 1)
    await provider.send('GET', '/api/v1/owner', { headers: { authorization: 'Device malformed', ...from(address) } });
  const admin = createSsoClient({
    baseUrl: provider.url,
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
  });
  const { key, id } = unwrap(
    await admin.createAdministrator({
      body: { name: 'Overstepping intern', scopes: ['owners'], expiresInSeconds: 60 },
    }),
  );
  expect((await administer(key, address)).status).toBe(403);
  expect(await auditedRefusals(id)).toBeGreaterThan(0);
});

test('a key that is right after many wrong ones is told by the audit', async () => {
  const address = '198.51.100.8';
  for (let guess = 0; guess < 12; guess += 1) await administer('guessed', address);
  expect((await administer(provider.platform.adminKey, address)).status).toBe(200);
  const { body } = await administer(
    provider.platform.adminKey,
    '203.0.113.5',
    '/api/v1/audit?event=admin_accepted_after_refusals',
  );
  expect(body['events']).toEqual([expect.objectContaining({ ip: address })]);
});

import { expect, test } from 'vitest';
import { type Addresses, createInternalFetch } from './addresses.ts';

const at = (port: number) => ({ port, baseUrl: `http://localhost:${port}` });
const addresses: Addresses = {
  web: at(4000),
  sso: at(4001),
  forum: at(4002),
  backend: at(4003),
  notifications: at(4004),
};

/** Sends a request through the internal fetch. @returns the request that leaves the process */
async function sent(input: string | URL | Request, init?: RequestInit, known = addresses) {
  const requests: Request[] = [];
  const record: typeof fetch = async (target, options) => {
    requests.push(new Request(target, options));
    return new Response();
  };
  await createInternalFetch(record, known, 'proxy')(input, init);
  const [request] = requests;
  return { url: request?.url, method: request?.method, body: await request?.text() };
}

test("internal fetch: requests to the platform's public addresses go to INTERNAL_HOST unchanged", async () => {
  expect((await sent('http://localhost:4001/oauth/jwks?a=b')).url).toBe('http://proxy:4001/oauth/jwks?a=b');
  const post = { method: 'POST', body: 'grant_type=refresh_token' };
  const expected = { url: 'http://proxy:4001/oauth/token', ...post };
  expect(await sent(new URL('http://localhost:4001/oauth/token'), post)).toEqual(expected);
  expect(await sent(new Request('http://localhost:4001/oauth/token', post))).toEqual(expected);
});

test("internal fetch: public addresses with TLS or a path map to the service's port", async () => {
  const behindTls: Addresses = {
    ...addresses,
    web: { port: 4000, baseUrl: 'https://example.org' },
    sso: { port: 4001, baseUrl: 'https://sign-in.example' },
    forum: { port: 4002, baseUrl: 'https://example.org/forum' },
  };
  const inside = async (input: string) => (await sent(input, undefined, behindTls)).url;
  expect(await inside('https://sign-in.example/oauth/jwks')).toBe('http://proxy:4001/oauth/jwks');
  expect(await inside('https://example.org/forum/readyz')).toBe('http://proxy:4002/readyz');
  expect(await inside('https://example.org/forums')).toBe('http://proxy:4000/forums');
  expect(await inside('https://example.org')).toBe('http://proxy:4000/');
});

test('internal fetch: a path cannot select another host', async () => {
  expect((await sent('http://localhost:4001//example.org/')).url).toBe('http://proxy:4001//example.org/');
});

test('internal fetch: requests to other hosts are unchanged', async () => {
  expect((await sent('http://localhost:9000/hook')).url).toBe('http://localhost:9000/hook');
  expect((await sent('https://example.org/')).url).toBe('https://example.org/');
});

import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLocalFetch } from './addresses.ts';

const baseUrl = 'https://example.org/notifications';

/** A service that listens nowhere, and a fetch of the network that counts. */
function started() {
  const app = Fastify();
  app.post('/pushes', async (request, reply) => {
    const { host, authorization } = request.headers;
    return reply
      .code(202)
      .header('x-request-id', 'one')
      .send({ host, authorization, query: request.query, body: request.body });
  });
  app.post('/nothing', async (_request, reply) => reply.code(204).send());
  app.post('/slow', () => new Promise(() => undefined));
  const network: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    network.push(input instanceof Request ? input.url : String(input));
    return new Response('network');
  };
  open.push(app);
  return { app, network, local: createLocalFetch(fetch, baseUrl, () => app), fetch };
}

const open: { readonly close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const post = (path: string, body = '{"a":"ü"}') =>
  new Request(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    body,
  });

test('local fetch: a POST reaches a service of this process without a connection, with headers, query and body', async () => {
  const { local, network } = started();
  const response = await local(post('/pushes?q=1'));
  expect([response.status, response.headers.get('x-request-id')]).toEqual([202, 'one']);
  expect(await response.json()).toEqual({
    host: 'example.org',
    authorization: 'Bearer token',
    query: { q: '1' },
    body: { a: 'ü' },
  });
  const { method, headers, body } = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await local(`${baseUrl}/pushes`, { method, headers, body })).status).toBe(202);
  expect((await local(post('/nothing'))).status).toBe(204);
  expect((await local(post('/unknown'))).status).toBe(404);
  expect(network).toEqual([]);
});

test('local fetch: other methods, other addresses, and a service that has not started go through the network', async () => {
  const { local, network, fetch } = started();
  const other = new Request('https://example.org/notifications-of-others/pushes', { method: 'POST', body: '{}' });
  await local(`${baseUrl}/pushes`);
  await local(other);
  await createLocalFetch(fetch, baseUrl, () => undefined)(post('/pushes'));
  expect(network).toEqual([`${baseUrl}/pushes`, other.url, `${baseUrl}/pushes`]);
});

test('local fetch: a request that is aborted or whose service has closed rejects', async () => {
  const { app, local } = started();
  await expect(local(post('/slow'), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  await app.close();
  await expect(local(post('/pushes'))).rejects.toThrow();
});

const { createTestProvider } = require('@platform/sdk/testing-server');
const { createApp } = require('./app.js');

// The provider is in memory: tests need no network and no running platform.
const provider = createTestProvider();
const app = createApp({
  issuer: provider.ssoBaseUrl,
  audience: provider.providerAddress,
  baseUrl: 'http://localhost:3001',
  pageOrigin: 'http://localhost:5173',
  fetch: provider.fetch,
});

let server;
let url;
beforeAll((done) => {
  server = app.listen(0, '127.0.0.1', () => {
    url = `http://127.0.0.1:${server.address().port}/notes`;
    done();
  });
});
afterAll((done) => {
  server.close(done);
});

const bearer = async (options) => ({ authorization: `Bearer ${await provider.accessToken(options)}` });

test('a user reads the notes that they wrote', async () => {
  const headers = { ...(await bearer()), 'content-type': 'text/plain' };
  expect((await fetch(url, { method: 'POST', headers, body: 'A heron' })).status).toBe(201);
  expect(await (await fetch(url, { headers })).json()).toEqual({ notes: ['A heron'] });
});

test('a user does not read the notes of others', async () => {
  const headers = await bearer({ sub: 'another-user' });
  expect(await (await fetch(url, { headers })).json()).toEqual({ notes: [] });
});

test('an error has no stack: a note that is too long is refused', async () => {
  const headers = { ...(await bearer()), 'content-type': 'text/plain' };
  const response = await fetch(url, { method: 'POST', headers, body: 'x'.repeat(5_000) });
  expect([response.status, await response.json()]).toEqual([413, { error: 'request entity too large' }]);
});

test('a request without a token is refused', async () => {
  const response = await fetch(url);
  expect([response.status, (await response.json()).code]).toEqual([401, 'missing_authorization']);
});

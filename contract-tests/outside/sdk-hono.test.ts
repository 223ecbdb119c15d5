import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOutside, type OutsideProject, type PackedSdk, packSdk } from '../fixtures/sdk-package.ts';

let sdk: PackedSdk;
let project: OutsideProject;
beforeAll(async () => {
  sdk = await packSdk();
  project = await installOutside({ '@platform/sdk': `file:${sdk.tarball}`, hono: '4' });
});
afterAll(async () => {
  await project.remove();
  await rm(sdk.folder, { recursive: true, force: true });
});

/** A service on Hono, with middleware that replaces the request. Prints the responses. */
const service = `
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createAccessTokenVerifier } from '@platform/sdk/access-token';
import { createDpopKeypair, createDpopProof, createMemoryReplayStore, createRequestVerifier, jwkThumbprint } from '@platform/sdk/dpop';
import { agentOf, callerOf, honoAccessToken, honoDpop } from '@platform/sdk/hono';
import { createTestProvider } from '@platform/sdk/testing-server';

const provider = createTestProvider();
const options = { issuer: provider.ssoBaseUrl, audience: provider.providerAddress, fetch: provider.fetch };
const app = new Hono();
app.post(
  '/notes',
  honoDpop(createRequestVerifier({ ...options, replayStore: createMemoryReplayStore() })),
  bodyLimit({ maxSize: 100 }),
  async (c) => c.json({ owner: agentOf(c.req).sub, text: await c.req.text() }),
);
app.use('/me/*', honoAccessToken(createAccessTokenVerifier(options)));
app.get('/me/:id', (c) => c.json({ id: c.req.param('id'), user: callerOf(c.req).sub }));
app.get('/open', (c) => c.json({ user: callerOf(c.req).sub }));
app.onError((error, c) => c.json({ failed: error.message.slice(0, 29) }, 500));

const keypair = await createDpopKeypair();
const accessToken = await provider.accessToken({ jkt: jwkThumbprint(keypair.publicJwk) });
const url = 'https://notes.example/notes';
const dpop = await createDpopProof({ keypair, method: 'POST', url, accessToken });
const headers = { authorization: 'DPoP ' + accessToken, dpop, 'content-type': 'text/plain' };
const me = (token) => app.request('https://notes.example/me/7', { headers: token ? { authorization: 'Bearer ' + token } : {} });
for (const response of [
  await app.request(url, { method: 'POST', headers, body: 'hello' }),
  await app.request(url, { method: 'POST', headers, body: 'hello' }),
  await me(await provider.accessToken()),
  await me(),
  await app.request('https://notes.example/open'),
]) {
  const { owner, user, text, code, failed, id } = await response.json();
  console.log(response.status, owner ?? user ?? code ?? failed, text ?? id ?? '');
}
`;

test('SDK package: guards of Hono let verified requests alone reach the handler', async () => {
  expect((await project.run('service.mjs', service)).split('\n')).toEqual([
    '200 5e55105e55105e55105e55105e551000 hello',
    '401 replayed_proof_jti ',
    '200 5e55105e55105e55105e55105e551000 7',
    '401 missing_authorization ',
    '500 The request was not verified: ',
    '',
  ]);
});

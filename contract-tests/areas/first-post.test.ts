import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, startSignIn, testProvider, urlOf } from '../fixtures/identity.ts';
import { fetchFromInstance } from '../fixtures/http.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let clientId: string;
let agent: Agent;
let forumUrl: string;

beforeAll(async () => {
  forumUrl = urlOf(platform, 'forum');
  clientId = await testProvider(platform);
  agent = await bindAgent(platform, { clientId });
  unwrap(await agent.forum.createForum({ body: { name: 'field-notes', description: 'What agents see and do' } }));
});

test('forum: a bound agent creates a post, which anonymous readers see with agent and owner [C1, C28]', async () => {
  const { post } = unwrap(
    await agent.forum.createPost({ body: { title: 'Hello', body: 'Signed.', forum: 'field-notes' } }),
  );
  const reader = createForumClient({ baseUrl: forumUrl });
  const read = unwrap(await reader.getPost({ path: { id: post.id } }));
  expect(read.post).toMatchObject({
    title: 'Hello',
    fingerprint: agent.key.jkt,
    owner: agent.owner.sub,
    forum: 'field-notes',
  });
  expect(unwrap(await reader.listPosts({ query: { forum: 'field-notes' } })).posts.map(({ id }) => id)).toContain(
    post.id,
  );
});

test('forum getAgentAuth: a bound agent gets its key, its owner and the checks that passed [C7, C20]', async () => {
  const echo = unwrap(await agent.forum.getAgentAuth());
  expect(echo.agent).toEqual({ jkt: agent.key.jkt, sub: agent.owner.sub });
  expect(echo.message).toContain(agent.key.jkt);
  expect(echo.checks.length).toBeGreaterThan(10);
});

test('forum getOpenApi: returns the contract, and the manifest names its address [C2, C22]', async () => {
  const manifest = unwrap(await createForumClient({ baseUrl: forumUrl }).getManifest());
  expect(manifest.version).toBe(2);
  const contract: unknown = await (await fetch(manifest.api.specUrl)).json();
  expect(contract).toMatchObject({ openapi: '3.1.0', info: { title: 'Forum' } });
});

describe('rejected requests', () => {
  const echo = () => `${forumUrl}/api/agent-auth`;
  const send = async (headers: Record<string, string>) => {
    const response = await fetch(echo(), { headers });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };

  test('forum: a token with changed claims is 401 bad_access_token_signature [C27]', async () => {
    const [header = '', payload = '', signature = ''] = agent.accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: '0'.repeat(32) })).toString('base64url');
    const { dpop } = await agent.headers('GET', echo());
    const response = await send({ authorization: `DPoP ${header}.${forged}.${signature}`, dpop });
    expect(response).toMatchObject({ status: 401, body: { ok: false, code: 'bad_access_token_signature' } });
  });

  test('forum: an unknown member of a body is 400 and is named in the error', async () => {
    const url = `${forumUrl}/api/posts`;
    const body = JSON.stringify({ title: 'a', body: 'b', forum: 'field-notes', pinned: true });
    const headers = { ...(await agent.headers('POST', url)), 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 'validation_failed',
      error: expect.stringContaining('pinned'),
    });
  });

  test('forum: a body of 2 MB is 413 payload_too_large', async () => {
    const url = `${forumUrl}/api/posts`;
    const headers = { ...(await agent.headers('POST', url)), 'content-type': 'application/json' };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: 'x'.repeat(2_000_000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ ok: false, code: 'payload_too_large' });
  });

  test('settings: invalid values end the process with exit code 2 and are all listed in one message [D29]', async () => {
    const { code, stderr } = await run({
      ...platform.env,
      SSO_PORT: 'x',
      FORUM_BASE_URL: 'ftp://forum',
      DATA_DIR: platform.dataDir,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/SSO_PORT is "x"/);
    expect(stderr).toMatch(/FORUM_BASE_URL is "ftp:\/\/forum"/);
  });
});

test('log: it contains no tokens, codes or admin keys', () => {
  for (const secret of [agent.accessToken, agent.refreshToken, agent.code, platform.adminKey])
    expect(platform.log()).not.toContain(secret);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'two processes on one PostgreSQL: they share sign-ins, used codes and used proofs',
  async () => {
    const [ssoPort, forumPort] = [await freePort(), await freePort()];
    // Another instance of the same services, behind the same public addresses.
    const second = await startPlatform({
      services: ['sso', 'forum'],
      after: platform,
      env: { SSO_PORT: String(ssoPort), FORUM_PORT: String(forumPort) },
    });
    try {
      const key = newKey();
      const baseUrl = urlOf(platform, 'sso');
      const here = createSsoClient({ baseUrl, middleware: [dpopMiddleware({ keypair: key })] });
      const there = createSsoClient({
        baseUrl,
        middleware: [dpopMiddleware({ keypair: key })],
        fetch: fetchFromInstance(ssoPort),
      });

      const signIn = await startSignIn(there, { clientId, jkt: key.jkt });
      await agent.owner.decide(signIn.deepLink, 'approve');
      const polled = unwrap(await there.pollAuthorization({ body: { polling_code: signIn.pollingCode } }));
      const code = polled.authorization_code ?? '';
      const redeem = {
        body: { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: signIn.verifier },
      } as const;
      expect((await here.exchangeToken(redeem)).status).toBe(200);
      expect((await there.exchangeToken(redeem)).status).toBe(409);

      const url = `${forumUrl}/api/agent-auth`;
      const headers = await agent.headers('GET', url);
      expect((await fetchFromInstance(forumPort)(url, { headers })).status).toBe(200);
      expect(await (await fetch(url, { headers })).json()).toMatchObject({ code: 'replayed_proof_jti' });
    } finally {
      await second.stop();
    }
  },
);

function run(env: NodeJS.ProcessEnv): Promise<{ code: number | null; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      'node',
      [resolve(import.meta.dirname, '../../src/main.ts')],
      { env },
      (_error, _stdout, stderr) => done({ code: child.exitCode, stderr }),
    );
  });
}

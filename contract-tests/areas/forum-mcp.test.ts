import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import contract from '../../generated/forum/spec.json' with { type: 'json' };
import { unwrap } from '../../src/typed-contract/client.ts';
import { exchange } from '../fuzz/raw-exchange.ts';
import { type ForumScene, startForumScene } from '../fixtures/forum.ts';
import type { TestAgent } from '../fixtures/client/token-issuer.ts';

let scene: ForumScene;
let endpoint: string;
beforeAll(async () => {
  scene = await startForumScene();
  endpoint = `${scene.forum.url}/mcp`;
});
afterAll(async () => {
  expect(scene.forum.loggedErrors()).toEqual([]);
  await scene.forum.stop();
});

/** Connects the official client; with an agent, its requests carry a token and a proof. */
async function connect({ as, modern = false }: { as?: TestAgent; modern?: boolean } = {}): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), {
      ...(as && {
        fetch: async (url, init) => {
          const headers = new Headers(init?.headers);
          const proof = await as.headers(init?.method ?? 'GET', String(url));
          for (const [name, value] of Object.entries(proof)) headers.set(name, value);
          return fetch(url, { ...init, headers });
        },
      }),
    }),
  );
  return client;
}

const rpc = async (message: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const accept = 'application/json, text/event-stream';
  const {
    status,
    body,
    headers: sent,
  } = await scene.forum.send('POST', '/mcp', {
    body: message,
    headers: { accept, ...headers },
  });
  return { status, body, headers: sent };
};
const call = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

for (const modern of [false, true]) {
  const revision = modern ? '2026-07-28' : 'before 2026-07-28';
  test(`MCP ${revision}: the official client lists one tool for each operation of /api that is one`, async () => {
    const client = await connect({ modern });
    const { tools } = await client.listTools();
    const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
      path.startsWith('/api/') && path !== '/api/openapi.json'
        ? Object.values(item).flatMap((operation: { operationId: string; 'x-mcp-tool'?: boolean }) =>
            operation['x-mcp-tool'] === false ? [] : operation.operationId,
          )
        : [],
    );
    expect(tools.map(({ name }) => name).sort()).toEqual(operations.sort());
    expect(tools.find(({ name }) => name === 'deletePost')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    await client.close();
  });

  test(`MCP ${revision}: an agent posts, comments and votes, and every result has the form of its output schema`, async () => {
    const client = await connect({ as: scene.bert, modern });
    await client.listTools();
    const title = `Over MCP ${revision}`;
    const created = await client.callTool({
      name: 'createPost',
      arguments: { title, body: 'Text.', forum: scene.community },
    });
    const { post } = created.structuredContent as { post: { id: string; fingerprint: string } };
    expect(post).toMatchObject({ title, fingerprint: scene.bert.jkt });
    await client.callTool({ name: 'createComment', arguments: { id: post.id, body: `Comment ${revision}.` } });
    const vote = await client.callTool({ name: 'voteOnPost', arguments: { id: scene.post, value: 1 } });
    expect(vote.structuredContent).toMatchObject({ ok: true, value: 1 });

    const reader = await connect({ modern });
    const read = await reader.callTool({ name: 'getPost', arguments: { id: post.id } });
    expect(read.structuredContent).toMatchObject({
      post: { commentCount: 1 },
      comments: [{ body: `Comment ${revision}.` }],
    });
    expect(read.content).toEqual([{ type: 'text', text: JSON.stringify(read.structuredContent) }]);
  });

  test(`MCP ${revision}: posts and threads are resources`, async () => {
    const client = await connect({ modern });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'forum://posts/{id}',
      'forum://threads/{id}',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`forum://posts/${scene.post}`);
    const { contents } = await client.readResource({ uri: `forum://threads/${scene.postWithComment}` });
    expect(JSON.parse(contents[0] && 'text' in contents[0] ? contents[0].text : '')).toMatchObject({
      comments: [{ id: scene.comment }],
    });
    await expect(client.readResource({ uri: `forum://posts/${scene.comment}` })).rejects.toThrow(/not found/i);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/not found/i);
  });
}

test('MCP: a tool that writes without credentials is 401 with the challenge that names the resource metadata', async () => {
  const args = { title: 'T', body: 'B', forum: scene.community };
  const { status, headers, body } = await rpc(call('createPost', args));
  expect([status, body]).toMatchObject([401, { ok: false, code: 'missing_authorization' }]);
  expect(body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.stringContaining('use agent-id-mcp') } });
  const metadata = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const document: unknown = await (await fetch(metadata)).json();
  expect(document).toMatchObject({
    resource: scene.forum.url,
    authorization_servers: [scene.forum.issuer.issuer],
    scopes_supported: expect.arrayContaining(['forum:write', 'forum:vote']),
  });
});

test('MCP: a proof for the address of the operation is refused at /mcp, and a proof is accepted once', async () => {
  const args = call('voteOnPost', { id: scene.post, value: 0 });
  const elsewhere = await scene.bert.headers('POST', `${scene.forum.url}/api/posts/${scene.post}/vote`);
  expect((await rpc(args, { ...elsewhere })).body).toMatchObject({ code: 'bad_proof_htu' });
  const proof = { ...(await scene.bert.headers('POST', endpoint)) };
  expect(await rpc(args, proof)).toMatchObject({ status: 200, body: { result: { structuredContent: { ok: true } } } });
  expect(await rpc(args, proof)).toMatchObject({ status: 401, body: { code: 'replayed_proof_jti' } });
});

test('MCP: calls of several agents at once each have the identity of their own proof', async () => {
  const calls = Array.from({ length: 24 }, (_, index) => [scene.anna, scene.bert, undefined][index % 3]);
  const responses = await Promise.all(
    calls.map(async (as) => rpc(call('getAgentAuth'), as ? { ...(await as.headers('POST', endpoint)) } : {})),
  );
  const seen = responses.map(({ status, body }) => {
    const { result } = body as { result?: { structuredContent: { agent: { jkt: string } } } };
    return [status, result?.structuredContent.agent.jkt];
  });
  expect(seen).toEqual(calls.map((as) => (as ? [200, as.jkt] : [401, undefined])));
});

test('MCP: a token without the scope of the operation is 403 with the scope in the challenge', async () => {
  const voter = await scene.forum.issuer.agent({ claims: { scope: 'openid forum:vote' } });
  const { status, headers, body } = await rpc(call('createPost', { title: 'T', body: 'B', forum: scene.community }), {
    ...(await voter.headers('POST', endpoint)),
  });
  expect([status, body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  expect(headers.get('www-authenticate')).toMatch(
    /error="insufficient_scope".*scope="openid forum:write".*algs="EdDSA Ed25519 ES256"/,
  );
});

test('MCP: the same idempotencyKey creates one post, and with another post it is refused', async () => {
  const client = await connect({ as: scene.anna });
  const args = { title: 'Once', body: 'Only once.', forum: scene.community, idempotencyKey: 'key-1' };
  const first = await client.callTool({ name: 'createPost', arguments: args });
  expect(first.structuredContent).toMatchObject({ ok: true });
  expect((await client.callTool({ name: 'createPost', arguments: args })).structuredContent).toEqual(
    first.structuredContent,
  );
  const other = await client.callTool({ name: 'createPost', arguments: { ...args, title: 'Twice' } });
  expect([other.isError, other.content]).toMatchObject([
    true,
    [{ text: expect.stringContaining('idempotency_key_reused') }],
  ]);
});

test.each([
  ['getPost', {}, 'validation_failed'],
  ['getPost', { id: 'no-uuid' }, 'validation_failed'],
  ['getPost', { id: ['019ca8e2-9faa-7d21-8b40-6e1f20314253'] }, 'validation_failed'],
  ['getPost', { id: '019ca8e2-9faa-7d21-8b40-6e1f20314253' }, 'post_not_found'],
  ['listPosts', { limit: 101 }, 'validation_failed'],
  ['listPosts', { limit: '5' }, 'validation_failed'],
  ['listPosts', { nonsense: 1 }, 'validation_failed'],
  ['listPosts', { forum: 'x'.repeat(60_000) }, 'validation_failed'],
  ['listPosts', { cursor: 'AAAA' }, 'validation_failed'],
])('MCP: %s with wrong arguments %j is a tool result with isError', async (name, args, code) => {
  const { status, body } = await rpc(call(name, args));
  const { result } = body as { result: { isError?: boolean; content: { text: string }[] } };
  expect([status, result.isError, JSON.parse(result.content[0]?.text ?? '')]).toMatchObject([
    200,
    true,
    { ok: false, code },
  ]);
});

test('MCP: a wrong body of a tool that writes is refused by the validation of its operation', async () => {
  const client = await connect({ as: scene.anna });
  for (const args of [
    { title: 'T' },
    { title: 1, body: 'B', forum: scene.community },
    { title: 'T', body: 'x'.repeat(60_000), forum: scene.community },
    { extra: 1 },
  ]) {
    const { isError, content } = await client.callTool({ name: 'createPost', arguments: args });
    expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining('validation_failed') }]]);
  }
});

test.each([
  ['a batch', [call('listPosts')], 400, -32600],
  ['no JSON', '{', 400, -32700],
  ['a number', '1', 400, -32600],
  ['no JSON-RPC', { hello: 1 }, 400, -32600],
  ['an unknown tool', call('dropTables'), 200, -32602],
  ['an inherited name', call('constructor'), 200, -32602],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'prompts/list' }, 200, -32601],
  ['a subscription', { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }, 404, -32601],
  ['arguments that are no object', { ...call('listPosts'), params: { name: 'listPosts', arguments: 5 } }, 200, -32602],
])('MCP: %s is an error of JSON-RPC', async (_what, message, expected, code) => {
  const { status, body } = await rpc(message);
  expect([status, body]).toMatchObject([expected, { jsonrpc: '2.0', error: { code } }]);
});

test.each([
  [{ origin: 'https://evil.example' }, 403, { code: 'origin_not_allowed' }],
  [{ 'content-type': 'text/plain' }, 415, { code: 'unsupported_media_type' }],
  [{ accept: 'text/html' }, 406, { jsonrpc: '2.0' }],
  [{ 'mcp-protocol-version': '1999-01-01' }, 400, { jsonrpc: '2.0' }],
])('MCP: a request with %j is %d', async (headers, expected, body) => {
  expect(await rpc(call('listPosts'), headers)).toMatchObject({ status: expected, body });
});

const titles = async (): Promise<string[]> => {
  const { posts } = unwrap(await scene.forum.reader.listPosts({ query: { sort: 'new', limit: 100 } }));
  return posts.map(({ title }) => title);
};

test('MCP: a write from a foreign Origin or to a foreign Host writes nothing and consumes no proof', async () => {
  const title = 'From a foreign page';
  const message = call('createPost', { title, body: 'B', forum: scene.community });
  const proof = { ...(await scene.bert.headers('POST', endpoint)) };
  const origin = 'https://evil.example';
  expect(await rpc(message, { ...proof, origin })).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
  const body = JSON.stringify(message);
  const head = {
    ...proof,
    host: 'evil.example',
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const { responses } = await exchange(scene.forum.url, bytes, false);
  expect(responses).toMatchObject([{ status: 403, body: expect.stringContaining('host_not_allowed') }]);
  expect(await titles()).not.toContain(title);
  expect(await rpc(message, proof)).toMatchObject({ status: 200 });
  expect((await titles()).filter((known) => known === title)).toEqual([title]);
});

test('MCP: a client without credentials reads on after a refused write, and sees beforehand which tools need a key', async () => {
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)));
  const { tools } = await client.listTools();
  const titleOf = (tool: string) => tools.find(({ name }) => name === tool)?.annotations?.title;
  expect([titleOf('createPost'), titleOf('listPosts')]).toEqual([
    expect.stringContaining('needs an agent key'),
    undefined,
  ]);
  const write = client.callTool({ name: 'createPost', arguments: { title: 'T', body: 'B', forum: scene.community } });
  await expect(write).rejects.toThrow();
  const read = await client.callTool({ name: 'listPosts', arguments: {} });
  expect(read.structuredContent).toMatchObject({ ok: true });
  await client.close();
});

test('MCP: the token of another agent writes nothing, and the session id of another client gives no rights', async () => {
  const title = 'As another agent';
  const message = call('createPost', { title, body: 'B', forum: scene.community });
  const { authorization } = await scene.anna.headers('POST', endpoint);
  const dpop = await scene.bert.proof({ method: 'POST', url: endpoint, accessToken: scene.anna.accessToken });
  const stolen = await rpc(message, { authorization, dpop });
  expect(stolen).toMatchObject({ status: 401, body: { ok: false, code: 'jkt_mismatch' } });
  expect(await rpc(message, { authorization: authorization.replace('DPoP', 'Bearer') })).toMatchObject({ status: 401 });
  const signed = await rpc(call('getAgentAuth'), { ...(await scene.anna.headers('POST', endpoint)) });
  expect([signed.status, signed.headers.get('mcp-session-id')]).toEqual([200, null]);
  expect(await rpc(message, { 'mcp-session-id': 'of-anna' })).toMatchObject({
    status: 401,
    body: { code: 'missing_authorization' },
  });
  expect(await titles()).not.toContain(title);
});

test('MCP: a message larger than the limit is 413, and other methods than POST are 405', async () => {
  expect((await rpc(call('listPosts', { forum: 'x'.repeat(200_000) }))).status).toBe(413);
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await scene.forum.send(method, '/mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  }
});

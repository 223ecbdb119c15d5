import { createMcpHandler } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createMcpExchange, type McpReply } from './exchange.ts';
import { createForumServer, type RequestScope } from './forum-server.ts';
import type { ReceivedMessage } from './message.ts';
import { postNotFound } from '../errors.ts';
import { createAddressCheck } from './endpoint.ts';

const url = 'http://localhost:4002/mcp';
const post = { id: '019ca8e2-9faa-7d21-8b40-6e1f20314253', title: 'A title' };
const callOperation: RequestScope['callOperation'] = async (operationId, { path }) => {
  if (path['id'] === 'unknown') throw postNotFound('unknown');
  return { status: 200, body: operationId === 'listPosts' ? { posts: [], nextCursor: null } : { post }, headers: {} };
};

const respond = createMcpExchange('1.0.0');
/** The library with its own HTTP transport. */
const library = createMcpHandler(
  () => createForumServer('1.0.0', () => ({ callOperation, fail: (error) => expect.fail(String(error)) })),
  { legacy: 'reject', keepAliveMs: 0 },
);

async function byLibrary(headers: Readonly<Record<string, string>>, message: ReceivedMessage): Promise<McpReply> {
  const response = await library.fetch(new Request(url, { method: 'POST', headers }), { parsedBody: message });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Sent {
  readonly method: string;
  readonly params?: object;
  /** Headers beside those of every request; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly envelope?: unknown;
}

function requestOf({ method, params, headers = {}, envelope = meta }: Sent) {
  const sent = {
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...headers,
  };
  const present = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    headers: Object.fromEntries(present),
    message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
  };
}

const getPost = { name: 'getPost', arguments: { id: post.id } };
const uri = `forum://posts/${post.id}`;
const call = 'tools/call';
test.each<[string, Sent]>([
  ['a tool call', { method: call, params: getPost, headers: { 'mcp-name': 'getPost' } }],
  [
    'a tool call without arguments',
    { method: call, params: { name: 'listPosts' }, headers: { 'mcp-name': 'listPosts' } },
  ],
  [
    'a tool call that fails',
    { method: call, params: { name: 'getPost', arguments: { id: 'unknown' } }, headers: { 'mcp-name': 'getPost' } },
  ],
  ['an unknown tool', { method: call, params: { name: 'dropTables' }, headers: { 'mcp-name': 'dropTables' } }],
  ['a tool call without Mcp-Name', { method: call, params: getPost }],
  ['a tool call with another Mcp-Name', { method: call, params: getPost, headers: { 'mcp-name': 'createPost' } }],
  ['an encoded Mcp-Name', { method: call, params: getPost, headers: { 'mcp-name': '=?base64?Z2V0UG9zdA==?=' } }],
  [
    'an encoded name of a tool',
    { method: call, params: { name: '=?base64?eA==?=' }, headers: { 'mcp-name': '=?base64?eA==?=' } },
  ],
  [
    'a tool call without Mcp-Method',
    { method: call, params: getPost, headers: { 'mcp-method': undefined, 'mcp-name': 'getPost' } },
  ],
  [
    'a tool call with another Mcp-Method',
    { method: call, params: getPost, headers: { 'mcp-method': 'tools/list', 'mcp-name': 'getPost' } },
  ],
  [
    'a tool call without MCP-Protocol-Version',
    { method: call, params: getPost, headers: { 'mcp-protocol-version': undefined, 'mcp-name': 'getPost' } },
  ],
  [
    'a tool call with another MCP-Protocol-Version',
    { method: call, params: getPost, headers: { 'mcp-protocol-version': '2025-11-25', 'mcp-name': 'getPost' } },
  ],
  [
    'a tool call with a progress token',
    { method: call, params: getPost, headers: { 'mcp-name': 'getPost' }, envelope: { ...meta, progressToken: 1 } },
  ],
  [
    'a tool call with a wrong progress token',
    { method: call, params: getPost, headers: { 'mcp-name': 'getPost' }, envelope: { ...meta, progressToken: {} } },
  ],
  [
    'a tool call with a client without a version',
    {
      method: call,
      params: getPost,
      headers: { 'mcp-name': 'getPost' },
      envelope: { ...meta, 'io.modelcontextprotocol/clientInfo': { name: 'test' } },
    },
  ],
  [
    'a tool call of another revision in its envelope',
    {
      method: call,
      params: getPost,
      headers: { 'mcp-name': 'getPost' },
      envelope: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' },
    },
  ],
  [
    'a tool call with responses to earlier questions',
    { method: call, params: { ...getPost, inputResponses: {} }, headers: { 'mcp-name': 'getPost' } },
  ],
  ['a resource', { method: 'resources/read', params: { uri }, headers: { 'mcp-name': uri } }],
  [
    'an unknown resource',
    { method: 'resources/read', params: { uri: 'forum://x' }, headers: { 'mcp-name': 'forum://x' } },
  ],
  ['a list of tools', { method: 'tools/list' }],
  ['a list of resources', { method: 'resources/list' }],
  ['a discovery', { method: 'server/discover' }],
  ['an unknown method', { method: 'prompts/list' }],
  ['an initialization', { method: 'initialize' }],
])('MCP 2026-07-28: %s gets the response that the library gives over its own transport', async (_what, sent) => {
  const { headers, message } = requestOf(sent);
  const request = { method: 'POST', url, headers: new Map(Object.entries(headers)) };
  const expected = await byLibrary(headers, message);
  expect(await respond(request, message, callOperation)).toEqual(expected);
  // The second request finds its envelope among those that were valid before.
  expect(await respond(request, message, callOperation)).toEqual(expected);
});

test.each([
  [{ name: 1 }, 'params.name'],
  [{}, 'params.name'],
  [{ name: 'getPost', arguments: [] }, 'params.arguments'],
  [{ name: 'getPost', arguments: null }, 'params.arguments'],
])('MCP: a tool call with %j is -32602 and calls nothing', async (params: object, named) => {
  const message = { jsonrpc: '2.0', id: 1, method: call, params };
  const headers = new Map([['accept', 'application/json, text/event-stream']]);
  const { body } = await respond({ method: 'POST', url, headers }, message, () => expect.fail('called'));
  expect(body).toMatchObject({ error: { code: -32602, message: expect.stringContaining(named) } });
});

test('MCP: requests at the same time each keep their own scope', async () => {
  const { headers, message } = requestOf({ method: call, params: getPost, headers: { 'mcp-name': 'getPost' } });
  const request = { method: 'POST', url, headers: new Map(Object.entries(headers)) };
  const waiting: (() => void)[] = [];
  const replies = Array.from({ length: 5 }, (_, number) =>
    respond(request, { ...message, id: number }, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { status: 200, body: { number }, headers: {} };
    }),
  );
  await expect.poll(() => waiting.length).toBe(5);
  for (const resume of waiting.toReversed()) resume();
  for (const [number, reply] of (await Promise.all(replies)).entries())
    expect(reply.body).toMatchObject({ id: number, result: { structuredContent: { number } } });
});

test('MCP: an outage of an operation fails the request and is no result of the tool', async () => {
  const outage = new Error('The database is unreachable.');
  const fails = () => Promise.reject(outage);
  const { headers, message } = requestOf({ method: call, params: getPost, headers: { 'mcp-name': 'getPost' } });
  const current = { method: 'POST', url, headers: new Map(Object.entries(headers)) };
  await expect(respond(current, message, fails)).rejects.toBe(outage);
  const earlier = { ...current, headers: new Map([['accept', 'application/json, text/event-stream']]) };
  await expect(respond(earlier, { ...message, params: { ...getPost, _meta: undefined } }, fails)).rejects.toBe(outage);
});

const outcome = (baseUrl: string, origin: string | undefined, host: string): unknown => {
  try {
    createAddressCheck(baseUrl)({ origin, host });
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

test.each([
  [undefined, 'forum.example', 'allowed'],
  ['https://forum.example', 'forum.example:8443', 'allowed'],
  [undefined, 'evil.example', 'host_not_allowed'],
  [undefined, 'localhost:4002', 'host_not_allowed'],
  [undefined, '', 'host_not_allowed'],
  [undefined, 'forum.example@evil.example', 'host_not_allowed'],
  ['https://evil.example', 'forum.example', 'origin_not_allowed'],
  ['https://forum.example.evil.example', 'forum.example', 'origin_not_allowed'],
  ['null', 'forum.example', 'origin_not_allowed'],
  ['', 'forum.example', 'origin_not_allowed'],
])('MCP: a public forum with Origin %j and Host %j: %s', (origin, host, expected) => {
  expect(outcome('https://forum.example/forum', origin, host)).toBe(expected);
});

test.each([
  ['http://localhost:6274', '127.0.0.1:4002', 'allowed'],
  [undefined, '[::1]:4002', 'allowed'],
  [undefined, 'rebound.evil.example:4002', 'host_not_allowed'],
  ['http://localhost.evil.example', 'localhost:4002', 'origin_not_allowed'],
])('MCP: a local forum with Origin %j and Host %j: %s', (origin, host, expected) => {
  expect(outcome('http://localhost:4002', origin, host)).toBe(expected);
});

import { beforeAll, expect, test } from 'vitest';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

interface Manifest {
  readonly version: number;
  readonly service: { readonly name: string; readonly url: string };
  readonly auth: { readonly header: string; readonly scheme: string };
  readonly api: { readonly base: string; readonly specUrl: string; readonly operations: readonly Operation[] };
}

interface Operation {
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly auth?: 'required' | 'optional' | 'none';
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly unknown[] }>>;
    readonly required?: readonly string[];
  };
}

/** Members of responses that the test reads. */
interface ForumResponse {
  readonly agent: unknown;
  readonly forum: { readonly name: string };
  readonly forums: unknown;
  readonly post: { readonly id: string; readonly title: string };
  readonly posts: unknown;
  readonly comment: { readonly id: string; readonly body: string };
  readonly comments: readonly { readonly id: string }[];
  readonly profile: { readonly stats: { readonly totalKarma: number } };
  readonly id: string;
  readonly score: number;
  readonly results: unknown;
}

const forum = useStarted(startForum);
let agent: ForumAgent;
let manifest: Manifest;
beforeAll(async () => {
  agent = await forum.join();
  manifest = (await (await fetch(`${forum.url}/.well-known/platform-agent-id.json`)).json()) as Manifest;
});

/** Calls an operation by the manifest alone: path and method decide where an input is sent. */
async function call(name: string, inputs: Readonly<Record<string, unknown>> = {}): Promise<ForumResponse> {
  const operation = manifest.api.operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`The manifest has no operation ${name}.`);
  const { properties, required = [] } = operation.inputSchema;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining([...required]));

  const rest = new Map(Object.entries(inputs));
  const path = operation.path.replace(/\{(\w+)\}/g, (_placeholder, input: string) => {
    const value = String(rest.get(input));
    rest.delete(input);
    return encodeURIComponent(value);
  });
  const url = new URL(`${manifest.api.base}${path}`);
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  if (inQuery) for (const [input, value] of rest) url.searchParams.set(input, String(value));
  const signed = operation.auth === 'none' ? {} : await agent.headers(operation.method, url.href);
  const response = await fetch(url, {
    method: operation.method,
    headers: { ...signed, ...(!inQuery && { 'content-type': 'application/json' }) },
    ...(!inQuery && { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
  return (await response.json()) as ForumResponse;
}

test('forum getManifest: a client that knows only the manifest can call all its operations [B14]', async () => {
  const used = new Set<string>();
  const use = async (name: string, inputs?: Readonly<Record<string, unknown>>) => {
    used.add(name);
    const response = await call(name, inputs);
    expect(response).toMatchObject({ ok: true });
    return response;
  };

  expect((await use('getAgentAuth')).agent).toEqual({ jkt: agent.jkt, sub: agent.sub });
  const { forum: community } = await use('createForum', { name: 'discovered', description: 'Found by its manifest.' });
  expect((await use('listForums', { limit: 1 })).forums).toEqual([community]);
  const { post } = await use('createPost', { forum: community.name, title: 'Hello', body: 'World' });
  expect((await use('listPosts', { forum: community.name, sort: 'new' })).posts).toEqual([post]);
  expect((await use('voteOnPost', { id: post.id, value: 1 })).score).toBe(1);
  const { post: doomed } = await use('createPost', { forum: community.name, title: 'Soon gone', body: '…' });
  expect((await use('deletePost', { id: doomed.id })).id).toBe(doomed.id);
  const { comment } = await use('createComment', { id: post.id, body: 'First' });
  expect((await use('voteOnComment', { id: comment.id, value: -1 })).score).toBe(-1);
  expect((await use('getPost', { id: post.id, sort: 'top' })).comments[0]?.id).toBe(comment.id);
  expect((await use('getAgent', { fingerprint: agent.jkt })).profile.stats.totalKarma).toBe(0);

  expect((await use('listSearchResults', { q: 'world' })).results).toMatchObject([{ id: post.id }]);
  expect((await use('updatePost', { id: post.id, title: 'Hello again' })).post.title).toBe('Hello again');
  expect((await use('updateComment', { id: comment.id, body: 'Still first' })).comment.body).toBe('Still first');
  const report = await use('createReport', { commentId: comment.id, reason: 'Too short' });
  expect(report).toMatchObject({ report: { commentId: comment.id } });
  expect((await use('deleteComment', { id: comment.id })).id).toBe(comment.id);

  expect([...used].sort()).toEqual(manifest.api.operations.map(({ name }) => name).sort());
  expect(used.size).toBe(16);
});

test('forum getManifest: version 2, at most 8192 bytes, with the address of the service [B14, C21, F28]', async () => {
  const response = await fetch(`${forum.url}/.well-known/platform-agent-id.json`);
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(8192);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(manifest).toMatchObject({
    version: 2,
    service: { name: 'Forum', url: forum.url },
    auth: { header: 'Authorization', scheme: 'DPoP' },
    api: { base: forum.url, specUrl: `${forum.url}/api/openapi.json` },
  });
});

test('forum getManifest: auth and inputs of each operation match the contract', async () => {
  const contract = (await (await fetch(manifest.api.specUrl)).json()) as {
    servers: unknown;
    paths: Record<string, Record<string, { security: unknown[] }>>;
  };
  expect(contract.servers).toEqual([{ url: forum.url }]);
  for (const { method, path, auth = 'required', inputSchema } of manifest.api.operations) {
    const operation = contract.paths[path]?.[method.toLowerCase()];
    expect([path, operation?.security.length === 0 ? 'none' : 'required']).toEqual([path, auth]);
    for (const [, input = ''] of path.matchAll(/\{(\w+)\}/g)) expect(inputSchema.required).toContain(input);
  }
});

test.each(['/.well-known/platform-agent-id.json', '/.well-known/oauth-protected-resource', '/api/openapi.json'])(
  'forum %s: a request with the current ETag is 304 without body',
  async (path) => {
    const first = await forum.send('GET', path);
    const etag = first.headers.get('etag') ?? '';
    const known = await forum.send('GET', path, { headers: { 'if-none-match': `"older", ${etag}` } });
    expect([known.status, known.body]).toEqual([304, '']);
    expect(known.headers.get('etag')).toBe(etag);
    expect((await forum.send('GET', path, { headers: { 'if-none-match': '"older"' } })).status).toBe(200);
  },
);

test('forum getProtectedResourceMetadata (RFC 9728 §2): names the provider and requires bound tokens', async () => {
  const { body } = await forum.send('GET', '/.well-known/oauth-protected-resource');
  expect(body).toMatchObject({
    resource: forum.url,
    authorization_servers: [forum.issuer.issuer],
    bearer_methods_supported: [],
    dpop_bound_access_tokens_required: true,
  });
});

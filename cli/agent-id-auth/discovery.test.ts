import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useToolkit } from '../testing/executables.ts';
import { answerJson, startTestService, type TestService } from '../testing/test-service.ts';
import { checkManifest } from './check-manifest.ts';
import { supportSignal } from './support-signal.ts';

const toolkit = useToolkit();
let service: TestService;
const auth = (...args: readonly string[]) => toolkit.run('agent-id-auth', args);

const operation = {
  name: 'voteOnPost',
  description: 'Vote *now*\n# not a heading [x](y)',
  method: 'POST',
  path: '/posts/{id}/vote',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Id of the post.', maxLength: 40 },
      value: { type: 'integer', enum: [-1, 0, 1] },
      tags: { type: 'array', items: 'string' },
    },
    required: ['id', 'value'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};
const read = {
  name: 'search',
  description: 'Search',
  method: 'GET',
  path: '/search',
  auth: 'none',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
};
const manifestAt = (base: string) => ({
  version: 2,
  service: { name: 'Forum', url: base },
  auth: { header: 'Authorization', scheme: 'DPoP' },
  api: { base, specUrl: `${base}/openapi.json`, operations: [operation, read] },
});

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.answer = (_request, response) => answerJson(response, 200, manifestAt(service.url));
});

test('discover: the manifest of the origin, whatever path is given, by --url and --service', async () => {
  const expected = {
    ok: true,
    manifestUrl: `${service.url}/.well-known/platform-agent-id.json`,
    allowedHost: '127.0.0.1',
    manifest: manifestAt(service.url),
  };
  expect((await auth('discover', '--url', `${service.url}/some/page?x`)).json).toEqual(expected);
  expect((await auth('discover', '--service', service.url.replace('http://', ''))).json).toEqual(expected);
});

test.each([
  ['another status', 404, 'application/json', '{}', 'no_manifest'],
  ['a redirect', 302, 'application/json', '{}', 'no_manifest'],
  ['another content type', 200, 'text/html', '{}', 'no_manifest'],
  ['no JSON', 200, 'application/json', '{', 'invalid_manifest'],
  ['more than 8192 bytes', 200, 'application/json', JSON.stringify(' '.repeat(8192)), 'response_too_large'],
])('discover: %s is refused', async (_case, status, type, body, code) => {
  service.answer = (_request, response) =>
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
  const start = service.received.length;
  const { json, code: exit } = await auth('discover', '--url', service.url);
  expect([exit, json['code']]).toEqual([1, code]);
  expect(service.received.length).toBe(start + 1);
});

test('discover: http is for loopback, or for who allows it', async () => {
  expect((await auth('discover', '--url', 'http://api.example.org')).json['code']).toBe('insecure_url');
  expect((await auth('discover', '--url', 'http://api.invalid', '--allow-insecure')).json['code']).toBe('unreachable');
});

const scope = { allowedHost: 'forum.example', allowInsecure: false };
const good = manifestAt('https://api.forum.example');
const withOperation = (change: object) => ({
  ...good,
  api: { ...good.api, operations: [{ ...operation, ...change }] },
});
const withProperty = (property: object) =>
  withOperation({ path: '/x', inputSchema: { type: 'object', properties: { p: property } } });

test('manifest: the forum publishes one that is accepted', () => {
  const generated = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../generated/forum/manifest.json'), 'utf8'),
  ) as {
    readonly operations: readonly unknown[];
  };
  const { operations } = generated;
  expect(checkManifest({ ...good, api: { ...good.api, operations } }, scope)).toHaveProperty('manifest');
});

test.each([
  ['version', { ...good, version: 1 }],
  ['extra', { ...good, extra: 1 }],
  ['service', { ...good, service: undefined }],
  ['service.name', { ...good, service: { ...good.service, name: '' } }],
  ['service.url', { ...good, service: { ...good.service, url: 'https://elsewhere.example' } }],
  ['service.url', { ...good, service: { ...good.service, url: 'https://evilforum.example' } }],
  ['auth.header', { ...good, auth: { ...good.auth, header: 'X-Auth' } }],
  ['auth.scheme', { ...good, auth: { ...good.auth, scheme: 'Bearer' } }],
  ['api.base', { ...good, api: { ...good.api, base: 'http://forum.example' } }],
  ['api.base', { ...good, api: { ...good.api, base: '/api' } }],
  ['api.base', { ...good, api: { ...good.api, base: 'https://u:p@forum.example' } }],
  ['api.specUrl', { ...good, api: { ...good.api, specUrl: 'https://forum.example.evil.example/x' } }],
  ['api.operations', { ...good, api: { ...good.api, operations: {} } }],
  ['api.operations[1].name', { ...good, api: { ...good.api, operations: [operation, operation] } }],
  ['api.operations[0].name', withOperation({ name: '1st' })],
  ['api.operations[0].name', withOperation({ name: 'a'.repeat(65) })],
  ['api.operations[0].description', withOperation({ description: '' })],
  ['api.operations[0].description', withOperation({ description: 'x'.repeat(1025) })],
  ['api.operations[0].method', withOperation({ method: 'get' })],
  ['api.operations[0].path', withOperation({ path: 'posts' })],
  ['api.operations[0].path', withOperation({ path: '/posts?x' })],
  ['api.operations[0].path', withOperation({ path: `/${'x'.repeat(200)}` })],
  ['api.operations[0].path', withOperation({ path: '/posts/{other}' })],
  ['api.operations[0].auth', withOperation({ auth: 'maybe' })],
  ['api.operations[0].extra', withOperation({ extra: 1 })],
  ['api.operations[0].inputSchema.type', withOperation({ inputSchema: { type: 'array' } })],
  [
    'api.operations[0].inputSchema.required',
    withOperation({ path: '/x', inputSchema: { type: 'object', required: ['y'] } }),
  ],
  [
    'api.operations[0].inputSchema.properties',
    withOperation({
      path: '/x',
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, { type: 'string' }])),
      },
    }),
  ],
  ['api.operations[0].inputSchema.properties.p.type', withProperty({ type: 'object' })],
  [
    'api.operations[0].inputSchema.properties.p.description',
    withProperty({ type: 'string', description: 'x'.repeat(201) }),
  ],
  ['api.operations[0].inputSchema.properties.p.enum', withProperty({ type: 'string', enum: [] })],
  [
    'api.operations[0].inputSchema.properties.p.enum',
    withProperty({ type: 'string', enum: Array.from({ length: 33 }, String) }),
  ],
  ['api.operations[0].inputSchema.properties.p.maxLength', withProperty({ type: 'string', maxLength: -1 })],
  ['api.operations[0].inputSchema.properties.p.items', withProperty({ type: 'array', items: {} })],
  ['api.operations[0].inputSchema.properties.p.pattern', withProperty({ type: 'string', pattern: 'x' })],
  ['api.operations[0].annotations.readOnlyHint', withOperation({ annotations: { readOnlyHint: 'yes' } })],
  ['api.operations[0].annotations.title', withOperation({ annotations: { title: 'x' } })],
])('manifest: a fault of %s is named', (member, manifest) => {
  const checked = checkManifest(JSON.parse(JSON.stringify(manifest)), scope);
  expect('faults' in checked ? checked.faults : []).toContainEqual(
    expect.stringMatching(`^${member.replace(/[[\].]/g, '\\$&')} `),
  );
});

test.each([[null], [[]], ['text'], [7]])('manifest: %j is none', (value) => {
  expect(checkManifest(value, scope)).toHaveProperty('faults');
});

test('capabilities: markdown with a ready call for each operation, the service text escaped', async () => {
  const { stdout, code } = await auth('capabilities', '--url', service.url);
  expect(code).toBe(0);
  expect(stdout).toContain('# Forum\n');
  expect(stdout).toContain(`auth: Authorization with scheme DPoP`);
  expect(stdout).toContain('Vote \\*now\\* \\# not a heading \\[x\\]\\(y\\)');
  expect(stdout).toContain(
    `node <plugin_dir>/bin/cli.mjs call --url '${service.url}/posts/<id>/vote' --method POST --body '{"value":-1}'`,
  );
  expect(stdout).toContain(`call --url '${service.url}/search?q=<q>'`);
  expect(stdout).toContain('- id (string, required, at most 40 characters): Id of the post.');
  expect(stdout).toContain('- value (integer, required, one of \\-1, 0, 1)');
  expect(stdout).toContain('- tags (array of string, optional)');
  expect(stdout).toMatch(/Warning:\*\* destructive/);
  expect(stdout).toMatch(/Warning:\*\* open world/);
});

test('capabilities: a failure is JSON like any other', async () => {
  service.answer = (_request, response) => answerJson(response, 404, {});
  expect((await auth('capabilities', '--url', service.url)).json['code']).toBe('no_manifest');
});

const meta = '<meta name="platform-agent-id" content="v1">';
test.each([
  ['in the head', `<html><head>${meta}</head>`, 'v1'],
  ['with other quotes, case and order', `<META content='v1' NAME=platform-agent-id />`, 'v1'],
  ['after an attribute with a bracket in it', `<meta name="x" content="a > b">${meta}`, 'v1'],
  ['with another version', meta.replace('v1', 'v2'), 'v2'],
  ['with white space around the version', meta.replace('v1', ' v1'), ' v1'],
  ['twice: the first counts', meta.replace('v1', 'v2') + meta, 'v2'],
  ['without content', '<meta name="platform-agent-id">', ''],
  ['in a comment', `<!-- ${meta} -->`, undefined],
  ['in a comment that never ends', `<!-- ${meta}`, undefined],
  ['in a script', `<script>const x = '${meta}'</script>`, undefined],
  ['in a template', `<template>${meta}</template>`, undefined],
  ['in a title', `<title>${meta}</title>`, undefined],
  ['in an attribute', `<div title='${meta}'></div>`, undefined],
  ['behind a stray bracket', `a < b ${meta}`, 'v1'],
  ['nowhere', '<html></html>', undefined],
])('support: the tag %s', (_case, html, content) => {
  expect(supportSignal(html)).toBe(content);
});

test('support: a hostile page takes no time', () => {
  const started = performance.now();
  for (const part of ['<', '<a ', '<!--', '<a "', "<meta name='"]) supportSignal(part.repeat(65_536 / part.length));
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each([
  ['v1', 200, 'text/html; charset=utf-8', meta, true],
  ['v2', 200, 'text/html', meta.replace('v1', 'v2'), false],
  ['none', 200, 'text/html', '<html>', false],
  ['no HTML', 200, 'text/plain', meta, false],
  ['an error page', 404, 'text/html', meta, false],
  ['within the first 64 KiB', 200, 'text/html', ' '.repeat(65_536 - meta.length) + meta + ' '.repeat(99_999), true],
  ['behind the first 64 KiB', 200, 'text/html', ' '.repeat(65_536) + meta, false],
])('support: a page with %s', async (_case, status, type, body, supported) => {
  service.answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body);
  const { json, code } = await auth('support', '--url', service.url);
  expect([code, json]).toEqual([0, { ok: true, supported, version: supported ? 'v1' : null }]);
});

test('support: a network that fails is no support, an address that is none is a failure', async () => {
  expect((await auth('support', '--url', 'http://127.0.0.1:9')).json).toEqual({
    ok: true,
    supported: false,
    version: null,
  });
  expect((await auth('support', '--url', 'nonsense')).json['code']).toBe('invalid_url');
});

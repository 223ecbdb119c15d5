import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleOperation, manifestAt } from '../../contract-tests/fixtures/cli/example-manifest.ts';
import { checkManifest } from './check-manifest.ts';

const scope = { origin: 'https://forum.example', allowInsecure: false };
const good = manifestAt('https://forum.example');
const withOperation = (change: object) => ({
  ...good,
  api: { ...good.api, operations: [{ ...exampleOperation, ...change }] },
});
const withProperty = (property: object) =>
  withOperation({ path: '/x', inputSchema: { type: 'object', properties: { p: property } } });

test('manifest: the manifest of the forum is accepted', () => {
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
  ['api.base', { ...good, api: { ...good.api, base: 'https://api.forum.example' } }],
  ['api.base', { ...good, api: { ...good.api, base: 'https://forum.example:8443/api' } }],
  ['api.base', { ...good, api: { ...good.api, base: 'https://u:p@forum.example' } }],
  ['api.specUrl', { ...good, api: { ...good.api, specUrl: 'https://forum.example.evil.example/x' } }],
  ['api.operations', { ...good, api: { ...good.api, operations: {} } }],
  ['api.operations[1].name', { ...good, api: { ...good.api, operations: [exampleOperation, exampleOperation] } }],
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
  ['api.base', { ...good, api: { ...good.api, base: 'https://forum.example/api?v=1' } }],
  ['api.base', { ...good, api: { ...good.api, base: 'https://forum.example/api#' } }],
  [
    'api.operations[0].inputSchema.properties.\ud800',
    withOperation({ path: '/x', inputSchema: { type: 'object', properties: { '\ud800': { type: 'string' } } } }),
  ],
  [
    `api.operations[0].inputSchema.properties.${'p'.repeat(65)}`,
    withOperation({
      path: '/x',
      inputSchema: { type: 'object', properties: { ['p'.repeat(65)]: { type: 'string' } } },
    }),
  ],
  ['api.operations[0].path', withOperation({ path: '/\udfff' })],
  ['version', { ...good, version: '2' }],
  ['version', { ...good, version: undefined }],
  ['service.name', { ...good, service: { ...good.service, name: 7 } }],
  ['service.name', { ...good, service: { ...good.service, name: 'x'.repeat(201) } }],
  ['service.url', { ...good, service: { name: 'Forum' } }],
  ['service.logo', { ...good, service: { ...good.service, logo: 'x' } }],
  ['auth', { ...good, auth: [] }],
  ['auth.realm', { ...good, auth: { ...good.auth, realm: 'x' } }],
  ['api', { ...good, api: null }],
  ['api.base', { ...good, api: { ...good.api, base: 'javascript:alert(1)' } }],
  ['api.specUrl', { ...good, api: { ...good.api, specUrl: undefined } }],
  ['api.operations', { ...good, api: { ...good.api, operations: undefined } }],
  ['api.operations[0]', { ...good, api: { ...good.api, operations: ['voteOnPost'] } }],
  ['api.operations[0].path', withOperation({ path: '/a b' })],
  ['api.operations[0].path', withOperation({ path: '/posts#x' })],
  ['api.operations[0].method', withOperation({ method: 'CONNECT' })],
  ['api.operations[0].inputSchema', withOperation({ path: '/x', inputSchema: true })],
  [
    'api.operations[0].inputSchema.properties',
    withOperation({ path: '/x', inputSchema: { type: 'object', properties: [] } }),
  ],
  [
    'api.operations[0].inputSchema.additionalProperties',
    withOperation({ path: '/x', inputSchema: { type: 'object', additionalProperties: {} } }),
  ],
  ['api.operations[0].inputSchema.properties.p.enum', withProperty({ type: 'string', enum: [{}] })],
  ['api.operations[0].inputSchema.properties.p', withProperty([])],
  ['api.operations[0].annotations', withOperation({ annotations: [] })],
  ['api.operations[0].annotations.readOnlyHint', withOperation({ annotations: { readOnlyHint: 'yes' } })],
  ['api.operations[0].annotations.readOnlyHint', withOperation({ annotations: { readOnlyHint: true } })],
  [
    'api.operations[0].annotations.destructiveHint',
    withOperation({ method: 'DELETE', annotations: { destructiveHint: false } }),
  ],
  ['api.operations[0].annotations.title', withOperation({ annotations: { title: 'x' } })],
])('manifest: a violation at %s is named', (member, manifest) => {
  const checked = checkManifest(JSON.parse(JSON.stringify(manifest)), scope);
  expect('violations' in checked ? checked.violations : []).toContainEqual(
    expect.stringMatching(`^${member.replace(/[[\].]/g, '\\$&')} `),
  );
});

test('manifest: an accepted manifest is returned unchanged', () => {
  expect(checkManifest(good, scope)).toEqual({ manifest: good });
});

test('manifest: links may lead to a subdomain, and the base to a path of the origin', () => {
  const service = { ...good.service, url: 'https://www.forum.example' };
  const api = { ...good.api, base: 'https://forum.example/v1', specUrl: 'https://docs.forum.example/openapi.json' };
  expect(checkManifest({ ...good, service, api }, scope)).toEqual({ manifest: { ...good, service, api } });
});

test.each([[null], [[]], ['text'], [7]])('manifest: %j is rejected', (value) => {
  expect(checkManifest(value, scope)).toHaveProperty('violations');
});

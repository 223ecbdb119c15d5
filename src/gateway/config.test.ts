import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GatewayConfigError, gatewaySchema, parseGatewayConfig } from './config.ts';

const deploy = join(import.meta.dirname, '../../deploy/gateway');
const route = {
  host: 'notes.example',
  methods: ['GET'],
  path: '/notes',
  scheme: 'dpop',
  audience: 'https://notes.example',
};
const file = { issuer: 'https://sso.example', trustedProxies: ['127.0.0.1/32'], routes: [route] };

function problemsOf(content: object | string): readonly string[] {
  try {
    parseGatewayConfig('gateway.json', typeof content === 'string' ? content : JSON.stringify(content));
    return [];
  } catch (error) {
    if (error instanceof GatewayConfigError) return error.problems;
    throw error;
  }
}

test('gateway configuration: the published schema is the one that the gateway reads by, and the example is valid', () => {
  expect(JSON.parse(readFileSync(join(deploy, 'gateway.schema.json'), 'utf8'))).toEqual(gatewaySchema);
  expect(problemsOf(readFileSync(join(deploy, 'gateway.json'), 'utf8'))).toEqual([]);
});

test('gateway configuration: what is left out has a safe value', () => {
  expect(parseGatewayConfig('gateway.json', JSON.stringify(file))).toMatchObject({
    nonce: false,
    assertion: { issuer: 'agent-gateway', audience: undefined, ttl: 30 },
    routes: [{ scopes: [], owners: undefined, agents: undefined, body: 'refuse', upgrade: false }],
  });
});

const { audience: _audience, ...withoutAudience } = route;
test.each([
  ['no JSON', '{', 'it is no JSON'],
  ['a member twice', JSON.stringify(file).replace('"issuer"', '"nonce":true,"nonce":false,"issuer"'), 'written twice'],
  ['an unknown member', { ...file, trustProxies: [] }, 'trustProxies is not known here'],
  ['an unknown member of a route', { ...file, routes: [{ ...route, scope: 'x' }] }, 'routes.0.scope is not known'],
  ['no routes', { ...file, routes: [] }, 'routes'],
  ['no proxies', { ...file, trustedProxies: [] }, 'trustedProxies'],
  ['an abbreviated network', { ...file, trustedProxies: ['10/8'] }, 'trustedProxies must be networks'],
  ['everyone as a proxy', { ...file, trustedProxies: ['0.0.0.0/0'] }, 'must not be everyone'],
  ['everyone as a proxy over IPv6', { ...file, trustedProxies: ['::/0'] }, 'must not be everyone'],
  ['an issuer without TLS', { ...file, issuer: 'http://sso.example' }, 'issuer must be an https URL'],
  ['no audience', { ...file, routes: [withoutAudience] }, 'routes.0.audience is required'],
  ['a method in lower case', { ...file, routes: [{ ...route, methods: ['get'] }] }, 'routes.0.methods.0'],
  ['another scheme', { ...file, routes: [{ ...route, scheme: 'none' }] }, 'routes.0.scheme must be one of'],
  ['a host with the default port', { ...file, routes: [{ ...route, host: 'a.example:443' }] }, 'routes.0.host'],
  ['a host in upper case', { ...file, routes: [{ ...route, host: 'A.example' }] }, 'routes.0.host'],
  ['an ambiguous path', { ...file, routes: [{ ...route, path: '/a/../b' }] }, 'routes.0.path must be a template'],
  ['two routes for one request', { ...file, routes: [route, route] }, 'routes.1 is for the same requests as routes.0'],
  [
    'two routes that differ by case',
    { ...file, routes: [route, { ...route, path: '/NOTES' }] },
    'routes.1 is for the same requests',
  ],
  [
    'two names of one segment',
    {
      ...file,
      routes: [
        { ...route, path: '/{a}' },
        { ...route, path: '/{b}' },
      ],
    },
    'routes.1 is for the same requests',
  ],
  ['scopes of Web Bot Auth', { ...file, routes: [{ ...route, scheme: 'web-bot-auth' }] }, 'routes.0.audience is of'],
  ['a body of DPoP', { ...file, routes: [{ ...route, body: 'digest' }] }, 'routes.0.body is of web-bot-auth'],
  ['keys of Bearer', { ...file, routes: [{ ...route, scheme: 'bearer', agents: ['A'.repeat(43)] }] }, 'use dpop'],
  ['keys that are none', { ...file, routes: [{ ...route, agents: ['agent'] }] }, 'must be thumbprints'],
])('gateway configuration: %s is refused', (_what, content, problem) => {
  expect(problemsOf(content).join('\n')).toContain(problem);
});

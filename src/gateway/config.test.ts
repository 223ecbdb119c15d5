import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test, onTestFinished } from 'vitest';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { GatewayConfigError, gatewaySchema, parseGatewayConfig } from './config.ts';
import {
  assertionType,
  createAssertion,
  keyFileIn,
  keyNotice,
  keysFromDirectory,
  keysFromSetting,
  rotateKeys,
} from './signing-keys.ts';

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

const seed = (byte: number) => new Uint8Array(32).fill(byte);
const settings = { issuer: 'agent-gateway', audience: undefined, ttl: 30 };
const request = { method: 'GET', url: 'https://notes.example:8443/notes/7?draft=1' };

async function directory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('gateway assertion: it names the request, its sender and audience, and ends with the token', async () => {
  const now = Math.floor(Date.now() / 1000);
  const keys = keysFromSetting([seed(1)], Date.now);
  const identity = { sub: 'owner', jkt: 'J'.repeat(43), helperOf: [], expires: now + 5 } as never;
  const assertion = createAssertion({ request, identity, settings, key: keys.current(), now, jti: 'one' });
  const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(keys.keySet() as never));
  expect(protectedHeader).toEqual({ typ: assertionType, alg: 'EdDSA', kid: keys.current().kid });
  expect(payload).toEqual({
    iss: 'agent-gateway',
    aud: 'https://notes.example:8443',
    iat: now,
    exp: now + 5,
    jti: 'one',
    htm: 'GET',
    htu: 'https://notes.example:8443/notes/7',
    sub: 'owner',
    cnf: { jkt: 'J'.repeat(43) },
  });
});

test('gateway keys: the first of a setting signs, all are published, and nonces of all are accepted', () => {
  const now = () => 1_700_000_000_000;
  const [one, two] = [keysFromSetting([seed(1)], now), keysFromSetting([seed(2), seed(1)], now)];
  expect(two.current().kid).not.toBe(one.current().kid);
  expect(two.keySet().keys).toHaveLength(2);
  expect(two.nonces()).toEqual(expect.arrayContaining([...one.nonces()]));
  expect(two.nonces()[0]).not.toBe(one.nonces()[0]);
  expect(keysFromSetting([seed(1)], () => now() + 300_000).nonces()[1]).toBe(one.nonces()[0]);
});

test('gateway keys: the file is created for this user alone, once, and refused when others can read it', async () => {
  const folder = await directory();
  const [one, two] = await Promise.all([keysFromDirectory(folder, Date.now), keysFromDirectory(folder, Date.now)]);
  expect(one.current().kid).toBe(two.current().kid);
  expect((await stat(keyFileIn(folder))).mode & 0o777).toBe(0o600);
  await chmod(keyFileIn(folder), 0o640);
  await expect(keysFromDirectory(folder, Date.now)).rejects.toThrow('can be read by other users');
});

test('gateway keys: a new key is published before it signs, and the old one after it has signed last', async () => {
  const folder = await directory();
  let now = Date.now();
  const load = () => keysFromDirectory(folder, () => now);
  const first = (await load()).current().kid;
  const { kid, signsFrom } = await rotateKeys(folder, () => now);
  expect(signsFrom).toBe(now + keyNotice);
  expect((await stat(keyFileIn(folder))).mode & 0o777).toBe(0o600);
  const rotated = await load();
  expect(rotated.current().kid).toBe(first);
  expect(rotated.keySet().keys).toHaveLength(2);
  now = signsFrom;
  expect(rotated.current().kid).toBe(kid);
  expect(rotated.keySet().keys).toHaveLength(2);
  now = signsFrom + 3_600_000;
  expect(rotated.keySet().keys).toEqual([expect.objectContaining({ kid })]);
  await rotateKeys(folder, () => now);
  expect(JSON.parse(await readFile(keyFileIn(folder), 'utf8')).keys).toHaveLength(2);
});

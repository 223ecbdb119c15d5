import { expect, test, afterAll, beforeAll } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { closeSchema, type Contract, type ContractOperation, type RequiredConfirmation } from './contract.ts';
import { createChecker } from './validation.ts';
import backend from '../../../generated/backend/spec.json' with { type: 'json' };
import forum from '../../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../../generated/sso/spec.json' with { type: 'json' };
import { trustGeneratedContracts, withoutResponses } from './bind-operations.ts';
import {
  type Confirmation,
  createConfirmationReader,
  tokenConfirmation,
  unconfirmedChallenges,
} from './confirmation.ts';
import { DomainError } from '../errors/domain-error.ts';

const point = { type: 'object', required: ['x'], properties: { x: { type: 'integer' } } };

/** The keywords that a value breaks in the closed form of a schema. */
const broken = (schema: Parameters<typeof closeSchema>[0], value: unknown) =>
  createChecker(closeSchema(schema))(value).map(({ field, keyword }) => `${field} ${keyword}`);

test('closed schema: a member that the schema does not list is found, and was accepted before', () => {
  expect(createChecker(point)({ x: 1, y: 2 })).toEqual([]);
  expect(broken(point, { x: 1, y: 2 })).toEqual(['y additionalProperties']);
  expect(broken(point, { x: 1 })).toEqual([]);
});

test('closed schema: a member is found in lists, in maps and in members', () => {
  const nested = {
    type: 'object',
    properties: {
      list: { type: 'array', items: point },
      map: { type: 'object', additionalProperties: point },
      member: point,
    },
  };
  const value = { list: [{ x: 1, y: 2 }], map: { a: { x: 1, y: 2 } }, member: { x: 1, y: 2 } };
  expect(broken(nested, value)).toEqual([
    'list.0.y additionalProperties',
    'map.a.y additionalProperties',
    'member.y additionalProperties',
  ]);
});

test('closed schema: an object that lists no members stays free-form', () => {
  expect(broken({ type: 'object' }, { anything: 1 })).toEqual([]);
  expect(broken({ ...point, additionalProperties: true }, { x: 1, anything: 1 })).toEqual([]);
});

test('closed schema: the parts of an allOf do not close each other', () => {
  const both = { ...point, allOf: [{ type: 'object', properties: { y: { type: 'integer' } } }] };
  expect(broken(both, { x: 1, y: 2 })).toEqual([]);
  expect(broken(both, { x: 1, y: 2, z: 3 })).toEqual([' unevaluatedProperties']);
});

const contracts: readonly (readonly [string, Contract])[] = Object.entries({ sso, forum, backend, notifications });
const invalid = { openapi: '3.1.0', info: {}, paths: {} };

// Tests of services in the same process have called it.
beforeAll(() => void Reflect.deleteProperty(Validator.prototype, 'ajvValidators'));

afterAll(trustGeneratedContracts);

test.each(contracts)('OpenAPI schema: the generated contract of %s is valid', async (_, contract) => {
  expect(await new Validator().validate({ ...structuredClone(contract) })).toMatchObject({ valid: true });
});

/** Every schema of a document, at any depth. */
const schemasIn = (node: unknown): object[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) =>
        key === 'schema' ? [value] : key === 'schemas' ? Object.values(value) : schemasIn(value),
      )
    : [];

test.each(contracts)('JSON Schema 2020-12: every schema of the contract of %s is valid', (_, contract) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = schemasIn(contract);
  expect(schemas.length).toBeGreaterThan(30);
  expect(schemas.filter((schema) => ajv.validateSchema(schema) !== true)).toEqual([]);
  expect(ajv.validateSchema({ type: 'integer', maximum: '5' })).toBe(false);
});

test('OpenAPI schema: the start of a service does not compile it', async () => {
  expect(await new Validator().validate(structuredClone(invalid))).toMatchObject({ valid: false });
  trustGeneratedContracts();
  expect(await new Validator().validate(structuredClone(invalid))).toMatchObject({ valid: true });
});

/** Replaces references by what they name, those of a schema that contains itself once. */
function resolved(contract: Contract, node: unknown, within: readonly string[] = []): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node && typeof node.$ref === 'string') {
    const named = node.$ref.split('/').slice(1);
    const value = named.reduce<unknown>((at, step) => Reflect.get(Object(at), step), contract);
    if (value === undefined) throw new Error(`${node.$ref} names nothing`);
    return within.includes(node.$ref) ? node.$ref : resolved(contract, value, [...within, node.$ref]);
  }
  const members = Object.entries(node).map(([key, value]) => [key, resolved(contract, value, within)]);
  return Array.isArray(node) ? members.map(([, value]) => value) : Object.fromEntries(members);
}

const requestsOf = (contract: Contract) =>
  Object.entries(contract.paths).map(([path, item]: [string, object]) => [
    path,
    Object.entries(item)
      .filter(([member]) => ['get', 'put', 'post', 'delete', 'patch', 'parameters'].includes(member))
      .map(([member, { operationId, parameters, requestBody, ...list }]) =>
        member === 'parameters'
          ? resolved(contract, Object.values(list))
          : { member, operationId, parameters: resolved(contract, parameters), body: resolved(contract, requestBody) },
      ),
  ]);

test.each(contracts)('request contract: every parameter and body of %s is that of the contract', (_, contract) => {
  expect(requestsOf(withoutResponses(contract))).toEqual(requestsOf(contract));
});

test.each(contracts)('request contract: responses of %s are left out, and what only they refer to', (_, contract) => {
  const text = JSON.stringify(withoutResponses(contract));
  expect(text).not.toContain('"responses"');
  expect(text.length).toBeLessThan(JSON.stringify(contract).length / 2);
});

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const token = (claims: Readonly<Record<string, string | number>>) => tokenConfirmation(claims);
const authTime = (seconds: number) => ago(seconds).getTime() / 1000;

async function read(confirmation: RequiredConfirmation | undefined, shown: Confirmation | undefined) {
  const exempted: string[] = [];
  const operation = {
    operationId: 'setMember',
    security: [{ bearer: [] }, { dpop: [], dpopProof: [] }],
    requiredScopes: () => [],
    confirmation,
  } as unknown as ContractOperation;
  const require = createConfirmationReader(operation, {
    now: () => now,
    refuse: (problem) =>
      new DomainError('unconfirmed', 401, '', { headers: { 'www-authenticate': unconfirmedChallenges(problem) } }),
    exempted: (operationId) => exempted.push(operationId),
  });
  try {
    await require(shown, { path: {}, body: undefined });
    return exempted.length > 0 ? `exempt: ${exempted.join()}` : 'accepted';
  } catch (error) {
    return error instanceof DomainError ? error.headers?.['www-authenticate'] : error;
  }
}

const rest = (scheme: string) => `${scheme === 'DPoP' ? ', algs="EdDSA Ed25519 ES256"' : ''}, scope="openid"`;

const refusedAge = ['Bearer', 'DPoP'].map(
  (scheme) => `${scheme} error="insufficient_user_authentication", max_age="600"${rest(scheme)}`,
);

const refusedAction = ['Bearer', 'DPoP'].map(
  (scheme) =>
    `${scheme} error="insufficient_user_authentication", acr_values="open_console", max_age="600"${rest(scheme)}`,
);

const tenMinutes = { maxAge: 600 };
const openConsole = { action: 'open_console' };

test.each<[string, RequiredConfirmation | undefined, Confirmation | undefined, unknown]>([
  ['without x-confirmation needs none', undefined, undefined, 'accepted'],
  ['accepts a ceremony of 600 seconds ago', tenMinutes, token({ auth_time: authTime(600) }), 'accepted'],
  ['refuses a ceremony of 601 seconds ago', tenMinutes, token({ auth_time: authTime(601) }), refusedAge],
  ['refuses a token without auth_time', tenMinutes, token({}), refusedAge],
  ['refuses credentials that show no ceremony', tenMinutes, undefined, refusedAge],
  ['accepts a request that a device signed', tenMinutes, { by: 'request' }, 'accepted'],
  ["exempts and counts an administrator's key", tenMinutes, { by: 'administrator' }, 'exempt: setMember'],
  [
    'accepts a ceremony for its action',
    openConsole,
    token({ auth_time: authTime(600), acr: 'open_console' }),
    'accepted',
  ],
  ['refuses a ceremony just now for no action', openConsole, token({ auth_time: authTime(0) }), refusedAction],
  [
    'refuses a ceremony just now for another action',
    openConsole,
    token({ auth_time: authTime(0), acr: 'create_administrator' }),
    refusedAction,
  ],
  [
    'refuses a ceremony of 601 seconds ago for its action',
    openConsole,
    token({ auth_time: authTime(601), acr: 'open_console' }),
    refusedAction,
  ],
])('RFC 9470 §3: an operation %s', async (_rule, required, shown, expected) => {
  expect(await read(required, shown)).toEqual(expected);
});

test('runtime: a request that carries the ceremony for an action is verified, however recent the last one was', async () => {
  const verified: unknown[] = [];
  const refusal = new DomainError('assertion_required', 403, '');
  const verify = async (action: string) => {
    verified.push(action);
    throw refusal;
  };
  expect(await read({ action: 'delete_owner' }, { by: 'person', at: now, verify })).toBe(
    refusal.headers?.['www-authenticate'],
  );
  expect(verified).toEqual(['delete_owner']);
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import backend from '../../../generated/backend/spec.json' with { type: 'json' };
import forum from '../../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../../generated/sso/spec.json' with { type: 'json' };
import { trustGeneratedContracts, withoutResponses } from './bind-operations.ts';
import type { Contract } from './contract.ts';

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

import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import backend from '../../generated/backend/spec.json' with { type: 'json' };
import forum from '../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../generated/sso/spec.json' with { type: 'json' };
import { trustGeneratedContracts } from './openapi-schema.ts';

const contracts: readonly (readonly [string, Contract])[] = Object.entries({ sso, forum, backend, notifications });
const invalid = { openapi: '3.1.0', info: {}, paths: {} };

// Tests of services in the same process have called it.
beforeAll(() => void Reflect.deleteProperty(Validator.prototype, 'ajvValidators'));
afterAll(trustGeneratedContracts);

test.each(contracts)('OpenAPI schema: the generated contract of %s is valid', async (_, contract) => {
  expect(await new Validator().validate(structuredClone(contract))).toMatchObject({ valid: true });
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

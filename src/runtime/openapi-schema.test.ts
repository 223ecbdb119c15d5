import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import backend from '../../generated/backend/spec.json' with { type: 'json' };
import forum from '../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../generated/sso/spec.json' with { type: 'json' };
import { trustGeneratedContracts } from './openapi-schema.ts';

const contracts: readonly (readonly [string, Record<string, unknown>])[] = Object.entries({
  sso,
  forum,
  backend,
  notifications,
});
const invalid = { openapi: '3.1.0', info: {}, paths: {} };

// Tests of services in the same process have called it.
beforeAll(() => void Reflect.deleteProperty(Validator.prototype, 'ajvValidators'));
afterAll(trustGeneratedContracts);

test.each(contracts)('OpenAPI schema: the generated contract of %s is valid', async (_, contract) => {
  expect(await new Validator().validate(structuredClone(contract))).toMatchObject({ valid: true });
});

test('OpenAPI schema: the start of a service does not compile it', async () => {
  expect(await new Validator().validate(structuredClone(invalid))).toMatchObject({ valid: false });
  trustGeneratedContracts();
  expect(await new Validator().validate(structuredClone(invalid))).toMatchObject({ valid: true });
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { compileOpenapiSchemaOnce } from './openapi-schema.ts';

test('OpenAPI schema: validators share the compiled schema', async () => {
  compileOpenapiSchemaOnce();
  const compiled = (validator: Validator) => Object.values(Reflect.get(validator, 'ajvValidators'));
  const contract = { openapi: '3.1.0', info: { title: 'Any', version: '1' }, paths: {} };

  const [first, second] = [new Validator(), new Validator()];
  expect(await first.validate(contract)).toMatchObject({ valid: true });
  expect(compiled(second)).toHaveLength(1);
  expect(compiled(second)).toEqual(compiled(first));
  expect(await second.validate({ ...contract, info: {} })).toMatchObject({ valid: false });
});

import { expect, test } from 'vitest';
import { createChecker, validatorCompiler } from './validation.ts';

const schema = { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } }, required: ['limit'] };
const validatorOf = (httpPart: string) =>
  validatorCompiler({ schema, method: 'GET', url: '/notes', httpPart }) as (value: unknown) => { error?: Error };

test('validation: a query and a body with equal schemas differ in the conversion of text', () => {
  const [query, body] = [validatorOf('querystring'), validatorOf('body')];
  expect(query({ limit: '7' })).toEqual({ value: { limit: 7 } });
  expect(body({ limit: '7' }).error?.message).toContain('limit must be integer');
  expect(body({ limit: 7 })).toEqual({ value: { limit: 7 } });
});

test('validation: two checks of equal schemas keep their own violations', () => {
  const [first, second] = [createChecker(schema), createChecker(structuredClone(schema))];
  const tooLarge = first({ limit: 101 });
  expect(second({})).toMatchObject([{ keyword: 'required' }]);
  expect(second({ limit: 1 })).toEqual([]);
  expect(tooLarge).toMatchObject([{ field: 'limit', keyword: 'maximum' }]);
});

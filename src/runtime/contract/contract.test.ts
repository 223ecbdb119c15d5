import { expect, test } from 'vitest';
import { closeSchema } from './contract.ts';
import { createChecker } from './validation.ts';

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

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createChecker, validatorCompiler } from './validation.ts';
import { createSchemaChecker } from './contract.ts';
import { areas } from '../../typed-contract/areas.ts';
import { describePattern, patternDescriptionKeyword } from './violations.ts';

const schema = { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } }, required: ['limit'] };
const validatorOf = (httpPart: string) =>
  validatorCompiler({ schema, method: 'GET', url: '/notes', httpPart }) as (value: unknown) => { error?: Error };

test('validation: a query and a body with equal schemas differ in the conversion of text', () => {
  const [query, body] = [validatorOf('querystring'), validatorOf('body')];
  expect(query({ limit: '7' })).toEqual({ value: { limit: 7 } });
  expect(body({ limit: '7' }).error?.message).toContain('limit must be integer');
  expect(body({ limit: 7 })).toEqual({ value: { limit: 7 } });
});

test('validation: a query parameter that was sent twice is named as such, a list in a body has the wrong type', () => {
  const twice = { limit: ['1', '2'] };
  expect(validatorOf('querystring')(twice).error?.message).toBe('limit was sent 2 times: send it once');
  expect(validatorOf('body')(twice).error?.message).toBe('limit must be integer');
});

test('validation: an empty text or list that must not be empty is called so', () => {
  const properties = { name: { type: 'string', minLength: 1 }, tags: { type: 'array', minItems: 1 } };
  const empty = createChecker({ type: 'object', properties })({ name: '', tags: [] });
  expect(empty.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'name must not be empty',
    'tags must not be empty',
  ]);
});

test('validation: a limit of characters, items or members says how many there may be', () => {
  const properties = { name: { type: 'string', minLength: 2, maxLength: 3 }, tags: { type: 'array', maxItems: 1 } };
  const twice = { type: 'array', uniqueItems: true };
  expect(violations({ type: 'object', properties }, { name: 'abcd', tags: [1, 2] })).toEqual([
    'name must have at most 3 characters',
    'tags must have at most 1 items',
  ]);
  expect(violations({ type: 'object', properties }, { name: 'a' })).toEqual(['name must have at least 2 characters']);
  expect(violations({ type: 'object', minProperties: 1 }, {})).toEqual([' must not be empty']);
  expect(violations({ type: 'object', properties: { twice } }, { twice: ['a', 'b', 'a'] })).toEqual([
    'twice must not have an item twice: 0 and 2 are equal',
  ]);
});

test('validation: two checks of equal schemas keep their own violations', () => {
  const [first, second] = [createChecker(schema), createChecker(structuredClone(schema))];
  const tooLarge = first({ limit: 101 });
  expect(second({})).toMatchObject([{ keyword: 'required' }]);
  expect(second({ limit: 1 })).toEqual([]);
  expect(tooLarge).toMatchObject([{ field: 'limit', keyword: 'maximum' }]);
});

const violations = (schema: object, value: unknown) =>
  createChecker(schema)(value).map(({ field, message }) => `${field} ${message}`);

const card = {
  type: 'object',
  required: ['kind', 'number'],
  properties: { kind: { const: 'card' }, number: { type: 'string', maxLength: 4 } },
};
const transfer = {
  type: 'object',
  required: ['kind', 'iban'],
  properties: { kind: { enum: ['transfer', 'debit'] }, iban: { type: 'string', maxLength: 4 } },
};

describe.each([
  ['oneOf', { oneOf: [card, transfer] }],
  ['anyOf', { anyOf: [card, transfer] }],
  ['oneOf with a discriminator', { type: 'object', discriminator: { propertyName: 'kind' }, oneOf: [card, transfer] }],
  ['oneOf with allOf in its branches', { oneOf: [{ allOf: [card] }, { allOf: [{ type: 'object' }, transfer] }] }],
])('violations of %s', (keyword, schema) => {
  test.each<[string, unknown, string]>([
    ['only the branch of a const', { kind: 'card', number: '12345' }, 'number must have at most 4 characters'],
    ['only the branch of an enum', { kind: 'debit', number: '12345' }, 'iban is required'],
    ['only a deciding property that is missing', { number: '12345' }, 'kind is required'],
    ['all values of a deciding property', { kind: 'cash' }, 'kind must be one of ["card","transfer","debit"]'],
  ])(`${keyword}: a failure names %s`, (_named, value, expected) => {
    expect(violations(schema, value)).toEqual([expected]);
  });
});

test('oneOf: a failed branch of a reference is named alone', () => {
  const { oneOf, $defs } = {
    oneOf: [{ $ref: '#/$defs/text' }, { $ref: '#/$defs/list' }],
    $defs: { text: { type: 'string' }, list: { type: 'array', items: { type: 'string', maxLength: 2 } } },
  };
  expect(violations({ oneOf, $defs }, ['abc'])).toEqual(['0 must have at most 2 characters']);
});

test('oneOf: without a deciding property the branch with the fewest violations is named', () => {
  const point = { type: 'object', required: ['x', 'y'], properties: { x: { type: 'number' }, y: { type: 'number' } } };
  const named = { type: 'object', required: ['name', 'city', 'country'], properties: { name: { type: 'string' } } };
  expect(violations({ oneOf: [named, point] }, { x: 1 })).toEqual(['y is required']);
});

test('oneOf: of branches with equally many violations the one with the deepest is named', () => {
  const flat = { type: 'object', required: ['text'] };
  const deep = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } };
  expect(violations({ oneOf: [flat, deep] }, { list: [1] })).toEqual(['list.0 must be string']);
});

test('oneOf: a value that matches several branches is named once', () => {
  expect(violations({ oneOf: [{ type: 'string' }, { maxLength: 4 }] }, 'abc')).toEqual([
    ' must match exactly one schema in oneOf',
  ]);
});

test('oneOf: violations of other properties remain', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { payment: { oneOf: [card, transfer] }, id: { type: 'string' } },
  };
  expect(violations(schema, { payment: { kind: 'card' }, id: 1 }).toSorted()).toEqual([
    'id must be string',
    'payment.number is required',
  ]);
});

test('contract sso: a refresh_token that is too long is the only violation of a token request', () => {
  const contract = JSON.parse(readFileSync('generated/sso/spec.json', 'utf8'));
  const check = createSchemaChecker(contract, 'TokenRequest');
  const request = { grant_type: 'refresh_token', client_id: '0'.repeat(32), refresh_token: 'r'.repeat(513) };
  expect(check(request)).toEqual([
    { field: 'refresh_token', keyword: 'maxLength', message: 'must have at most 512 characters' },
  ]);
});

test.each([
  [{ pattern: '^[A-Za-z0-9_-]{43}$' }, 'must be 43 base64url characters'],
  [{ pattern: '^a+b$', 'x-pattern-description': 'an a, and a b at the end' }, 'must be an a, and a b at the end'],
  [{ pattern: '^a+b$' }, 'does not have the documented form'],
  [{ format: 'date-time' }, 'must be a timestamp such as 2026-01-31T12:00:00Z'],
  [{ format: 'uri' }, 'must be an absolute URI'],
  [{ format: 'ipv4' }, 'must be a valid ipv4'],
])('violations: the message for %j contains no regular expression', (rule, expected) => {
  expect(violations({ type: 'string', ...rule }, '?')).toEqual([` ${expected}`]);
});

test('violations: of tens of thousands only the first 50 are listed', () => {
  const check = createChecker({ type: 'array', items: { oneOf: [card, transfer] } });
  expect(check(Array.from({ length: 30_000 }, () => ({ kind: 'card' })))).toHaveLength(50);
});

test.each([
  ['^[A-Za-z0-9_-]{43}$', '43 base64url characters'],
  ['^[A-Za-z0-9_-]{43,128}$', '43 to 128 base64url characters'],
  ['^[A-Za-z0-9_-]{43,}$', '43 or more base64url characters'],
  ['^[A-Za-z0-9_-]+$', 'one or more base64url characters'],
  ['^[0-9a-f]{32}$', '32 lowercase hexadecimal characters'],
  ['^[0-9]{1,12}$', '1 to 12 digits'],
  ['^[\\x21-\\x7e]+$', 'one or more printable ASCII characters without spaces'],
  ['^[^\\u0000]*$', 'characters without NUL'],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'a UUID in lowercase'],
  ['^inv-[0-9]+$', undefined],
  ['^[a-z]{3}$', undefined],
])('pattern %s is described as %s', (pattern, description) => {
  expect(describePattern(pattern)).toBe(description);
});

interface Node {
  readonly [member: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Patterns without words that a request can violate. References are followed once each. */
function undescribedPatterns(document: Node, start: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const visit = (node: unknown): readonly string[] => {
    if (!isNode(node) || seen.has(node)) return [];
    seen.add(node);
    const { $ref: reference, pattern } = node;
    const target = typeof reference === 'string' ? visit(lookUp(document, reference)) : [];
    const described =
      typeof pattern !== 'string' || patternDescriptionKeyword in node || describePattern(pattern) !== undefined;
    return [...(described ? [] : [pattern]), ...target, ...Object.values(node).flatMap(visit)];
  };
  return visit(start);
}

function lookUp(document: Node, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (isNode(node) ? node[name.replaceAll('~1', '/')] : undefined), document);
}

test.each(areas)('contract %s: every pattern of a request is described in words', (area) => {
  const document: Node = JSON.parse(readFileSync(`generated/${area}/spec.json`, 'utf8'));
  const operations = Object.values(document['paths'] ?? {}).flatMap((item: Node) => [
    item['parameters'],
    ...Object.values(item).flatMap((operation) =>
      isNode(operation) ? [operation['parameters'], operation['requestBody']] : [],
    ),
  ]);
  expect([...new Set(operations.flatMap((part) => undescribedPatterns(document, part)))]).toEqual([]);
});

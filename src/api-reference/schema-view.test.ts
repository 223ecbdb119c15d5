import { expect, test } from 'vitest';
import { asObject } from './read-contract.ts';
import { factsOf, type Schemas, schemaView, typeOf } from './schema-view.ts';
import { headingsOf, renderMarkdown } from './markdown.ts';

const schemas: Schemas = new Map(
  Object.entries({
    Post: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        replies: { type: 'array', items: { $ref: '#/components/schemas/Post' } },
      },
    },
    Id: { description: 'A UUID.', type: 'string', format: 'uuid' },
    Grant: {
      allOf: [
        { type: 'object', required: ['kind'], properties: { kind: { const: 'code' } } },
        { type: 'object', properties: { code: { type: 'string' } } },
      ],
    },
  }).map(([name, schema]) => [name, asObject(schema)]),
);

const words = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const type = (schema: object) => words(typeOf(asObject(schema), schemas).markup);

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ $ref: '#/components/schemas/Id' }, 'string'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Post' } }, 'list of Post'],
  [{ oneOf: [{ $ref: '#/components/schemas/Post' }, { type: 'null' }] }, 'Post or null'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'map of integer'],
  [{ const: 'code' }, 'string'],
  [{}, 'any value'],
])('schema view: the type of %j is %s', (schema, expected) => {
  expect(type(schema)).toBe(expected);
});

test.each([
  [{ type: 'string', minLength: 1, maxLength: 5 }, ['1 to 5 characters']],
  [{ type: 'string', minLength: 4, maxLength: 4 }, ['4 characters']],
  [{ type: 'integer', minimum: 1 }, ['at least 1']],
  [{ enum: ['a', 1, null] }, ['one of a , 1 , null']],
  [{ const: false }, ['always false']],
  [{ type: 'array', maxItems: 3, items: { type: 'string', format: 'uri' } }, ['at most 3 items', 'each: format uri']],
  [
    { type: 'string', pattern: '^a$', default: 'a', examples: ['a', 'b'] },
    ['matches ^a$', 'default a', 'for example a'],
  ],
])('schema view: the constraints of %j are listed', (schema, expected) => {
  expect(factsOf(asObject(schema), schemas).map(({ markup }) => words(markup))).toEqual(expected);
});

test('schema view: required members are marked, models are linked, and a recursive schema is not expanded again', () => {
  const { markup } = schemaView({ $ref: '#/components/schemas/Post' }, schemas);
  expect(words(markup)).toBe('id string required A UUID. format uuid replies list of Post');
  expect(markup).toContain('href="#schema-Post"');
});

test('schema view: the members of all allOf parts form one list', () => {
  expect(words(schemaView({ $ref: '#/components/schemas/Grant' }, schemas).markup)).toBe(
    'kind string required always code code string',
  );
});

test('documentation Markdown: heading ids equal those of GitHub', () => {
  expect(headingsOf('# A `b` & c\n## Twice\n## Twice\n### Größe_x-y').map(({ level, id }) => [level, id])).toEqual([
    [1, 'a-b--c'],
    [2, 'twice'],
    [2, 'twice-1'],
    [3, 'größe_x-y'],
  ]);
  expect(renderMarkdown('## Twice\n## Twice').markup).toContain('<h2 id="twice-1" class="h2">');
});

test('documentation Markdown: link and image addresses are translated', () => {
  const { markup } = renderMarkdown('[a](b.md#c) ![d](e.svg)', { link: (href) => `x/${href}` });
  expect(markup).toContain('<a href="x/b.md#c">');
  expect(markup).toContain('src="x/e.svg"');
});

test('documentation Markdown: HTML is escaped', () => {
  expect(renderMarkdown('<script>1</script>').markup).not.toContain('<script>');
  expect(renderMarkdown('```html\n<script>1</script>\n```').markup).not.toContain('<script>');
});

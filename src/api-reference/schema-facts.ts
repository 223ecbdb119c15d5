import type { JsonObject } from '../protocol/json-object.ts';
import { type Html, html } from '../web/html.ts';
import { listOf, objectOf, textOf } from './json-value.ts';

export type Schemas = ReadonlyMap<string, JsonObject>;

const prefix = '#/components/schemas/';

/** The name of a schema that is referred to; undefined for one that stands in its place. */
export function nameOf(schema: JsonObject): string | undefined {
  const reference = textOf(schema['$ref']);
  return reference?.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

/** The schema itself, references followed; what stands beside a reference wins (JSON Schema 2020-12 §8.2.3.1). */
export function schemaOf(schema: JsonObject, schemas: Schemas): JsonObject {
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...schemaOf(schemas.get(name) ?? {}, schemas), ...beside };
}

/** Whether a schema has parts that deserve a place of their own: it is linked to, and shown once. */
export function isModel(schema: JsonObject): boolean {
  return ['properties', 'oneOf', 'anyOf', 'allOf'].some((part) => schema[part] !== undefined);
}

/** `string`, `list of Post`, `integer or null`; models are links. */
export function typeOf(schema: JsonObject, schemas: Schemas): Html {
  const name = nameOf(schema);
  const itself = schemaOf(schema, schemas);
  if (name !== undefined && isModel(itself)) return html`<a href="#schema-${name}">${name}</a>`;
  const alternatives = [...listOf(itself['oneOf']), ...listOf(itself['anyOf'])].map(objectOf);
  if (alternatives.length > 0) return joined(alternatives.map((one) => typeOf(one, schemas)));
  const types =
    itself['type'] === undefined
      ? [typeOfValue(itself['const'] ?? listOf(itself['enum'])[0])]
      : [itself['type']].flat().map(String);
  return joined(
    types.map((type) => {
      if (type === 'array') return html`list of ${typeOf(objectOf(itself['items']), schemas)}`;
      const others = itself['additionalProperties'];
      if (type === 'object' && typeof others === 'object' && itself['properties'] === undefined)
        return html`map of ${typeOf(objectOf(others), schemas)}`;
      return html`${type}`;
    }),
  );
}

const typeOfValue = (value: unknown): string => (value === undefined ? 'any value' : typeof value);

const joined = (parts: readonly Html[]): Html => html`${parts.map((part, at) => [at > 0 && ' or ', part])}`;

/** What a value has to be beyond its type, one fact each. */
export function factsOf(schema: JsonObject, schemas: Schemas): readonly Html[] {
  const itself = schemaOf(schema, schemas);
  const facts: (Html | undefined)[] = [
    fact('always', itself['const']),
    values('one of', listOf(itself['enum'])),
    itself['format'] === undefined ? undefined : html`format ${textOf(itself['format'])}`,
    range(itself['minimum'], itself['maximum'], ''),
    range(itself['minLength'], itself['maxLength'], ' characters'),
    range(itself['minItems'], itself['maxItems'], ' items'),
    range(itself['minProperties'], itself['maxProperties'], ' members'),
    itself['uniqueItems'] === true ? html`each once` : undefined,
    itself['pattern'] === undefined ? undefined : html`matches <code>${textOf(itself['pattern'])}</code>`,
    fact('default', itself['default']),
    fact('for example', listOf(itself['examples'])[0]),
  ];
  const items = itself['items'];
  const ofItems =
    items === undefined || isModel(schemaOf(objectOf(items), schemas)) ? [] : factsOf(objectOf(items), schemas);
  return [...facts.filter((one) => one !== undefined), ...ofItems.map((one) => html`each: ${one}`)];
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const fact = (word: string, value: unknown): Html | undefined =>
  value === undefined ? undefined : html`${word} <code>${written(value)}</code>`;

const values = (word: string, list: readonly unknown[]): Html | undefined =>
  list.length === 0
    ? undefined
    : html`${word} ${list.map((value, at) => [at > 0 && ', ', html`<code>${written(value)}</code>`])}`;

function range(least: unknown, most: unknown, unit: string): Html | undefined {
  if (typeof least !== 'number' && typeof most !== 'number') return undefined;
  if (least === most) return html`${Number(least)}${unit}`;
  if (typeof most !== 'number') return html`at least ${Number(least)}${unit}`;
  return typeof least === 'number' ? html`${least} to ${most}${unit}` : html`at most ${most}${unit}`;
}

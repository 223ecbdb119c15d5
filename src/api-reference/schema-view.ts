import type { JsonObject } from '../protocol/json-object.ts';
import { type Html, html } from '../html/html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { type Parameter, asList, asObject, asText } from './read-contract.ts';

/** Renders a schema: the members of an object, the alternatives of a union, or the type of any other schema. */
export function schemaView(schema: JsonObject, schemas: Schemas): Html {
  const resolved = schemaOf(schema, schemas);
  const alternatives = [...asList(resolved['oneOf']), ...asList(resolved['anyOf'])].map(asObject);
  if (alternatives.length > 0) {
    return html`<p class="hint">One of:</p>
      <ul class="alternatives">
        ${alternatives.map((one) => html`<li>${nameOf(one) === undefined ? schemaView(one, schemas) : typeOf(one, schemas)}</li>`)}
      </ul>`;
  }
  const members = membersOf(resolved, schemas);
  if (members.length > 0) return html`<dl class="members">${members.map((member) => memberView(member, schemas))}</dl>`;
  const items = schemaOf(asObject(resolved['items']), schemas);
  return html`<p>${typeOf(resolved, schemas)}${facts(resolved, schemas)}</p>
    ${resolved['items'] !== undefined && isModel(items) && nameOf(asObject(resolved['items'])) === undefined && schemaView(items, schemas)}`;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly description: string | undefined;
}

/** Returns the members of an object, including those of its `allOf` parts. */
function membersOf(schema: JsonObject, schemas: Schemas): readonly Member[] {
  const parts = [schema, ...asList(schema['allOf']).map((part) => schemaOf(asObject(part), schemas))];
  const required = new Set(parts.flatMap((part) => asList(part['required'])));
  const properties = new Map(parts.flatMap((part) => Object.entries(asObject(part['properties']))));
  return [...properties].map(([name, property]) => ({
    name,
    required: required.has(name),
    schema: asObject(property),
    description: asText(schemaOf(asObject(property), schemas)['description']),
  }));
}

/** Renders a parameter or header in the same way as a member of a body. */
export const parameterView = (parameter: Omit<Parameter, 'in'>, schemas: Schemas): Html => {
  const { description = asText(schemaOf(parameter.schema, schemas)['description']) } = parameter;
  return memberView({ ...parameter, description }, schemas);
};

function memberView({ name, required, schema, description }: Member, schemas: Schemas): Html {
  const resolved = schemaOf(schema, schemas);
  const linked = nameOf(schema) !== undefined && isModel(resolved);
  const items = asObject(resolved['items']);
  const inner = isModel(resolved) ? resolved : nameOf(items) === undefined ? items : {};
  return html`<dt>
      <code>${name}</code> <span class="type">${typeOf(schema, schemas)}</span>
      ${required && html`<span class="required">required</span>`}
    </dt>
    <dd>
      ${description !== undefined && !linked && markdownBlock(description)}${!linked && facts(schema, schemas)}
      ${!linked && isModel(inner) && schemaView(inner, schemas)}
    </dd>`;
}

/** Renders text with lists or paragraphs as blocks, any other text as one paragraph. */
const markdownBlock = (text: string): Html =>
  /\n\s*(?:\n|[-|*] )/.test(text) ? renderMarkdown(text) : html`<p>${renderLine(text)}</p>`;

function facts(schema: JsonObject, schemas: Schemas): Html | false {
  const all = factsOf(schema, schemas);
  return all.length > 0 && html`<p class="facts">${all.map((one, at) => [at > 0 && ' · ', one])}</p>`;
}

export type Schemas = ReadonlyMap<string, JsonObject>;

const prefix = '#/components/schemas/';

/** Returns the name of a referenced schema; undefined for an inline one. */
export function nameOf(schema: JsonObject): string | undefined {
  const reference = asText(schema['$ref']);
  return reference?.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

/** Resolves references; keywords beside a reference take precedence (JSON Schema 2020-12 §8.2.3.1). */
export function schemaOf(schema: JsonObject, schemas: Schemas): JsonObject {
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...schemaOf(schemas.get(name) ?? {}, schemas), ...beside };
}

/** Whether a schema is complex enough to be shown once and linked to. */
export function isModel(schema: JsonObject): boolean {
  return ['properties', 'oneOf', 'anyOf', 'allOf'].some((part) => schema[part] !== undefined);
}

/** Renders a type: `string`, `list of Post`, `integer or null`. Models are links. */
export function typeOf(schema: JsonObject, schemas: Schemas): Html {
  const name = nameOf(schema);
  const resolved = schemaOf(schema, schemas);
  if (name !== undefined && isModel(resolved)) return html`<a href="#schema-${name}">${name}</a>`;
  const alternatives = [...asList(resolved['oneOf']), ...asList(resolved['anyOf'])].map(asObject);
  if (alternatives.length > 0) return joined(alternatives.map((one) => typeOf(one, schemas)));
  const types =
    resolved['type'] === undefined
      ? [typeOfValue(resolved['const'] ?? asList(resolved['enum'])[0])]
      : [resolved['type']].flat().map(String);
  return joined(
    types.map((type) => {
      if (type === 'array') return html`list of ${typeOf(asObject(resolved['items']), schemas)}`;
      const others = resolved['additionalProperties'];
      if (type === 'object' && typeof others === 'object' && resolved['properties'] === undefined)
        return html`map of ${typeOf(asObject(others), schemas)}`;
      return html`${type}`;
    }),
  );
}

const typeOfValue = (value: unknown): string => (value === undefined ? 'any value' : typeof value);

const joined = (parts: readonly Html[]): Html => html`${parts.map((part, at) => [at > 0 && ' or ', part])}`;

/** Returns the constraints and examples of a schema, beyond its type. */
export function factsOf(schema: JsonObject, schemas: Schemas): readonly Html[] {
  const resolved = schemaOf(schema, schemas);
  const facts: (Html | undefined)[] = [
    fact('always', resolved['const']),
    values('one of', asList(resolved['enum'])),
    resolved['format'] === undefined ? undefined : html`format ${asText(resolved['format'])}`,
    range(resolved['minimum'], resolved['maximum'], ''),
    range(resolved['minLength'], resolved['maxLength'], ' characters'),
    range(resolved['minItems'], resolved['maxItems'], ' items'),
    range(resolved['minProperties'], resolved['maxProperties'], ' members'),
    resolved['uniqueItems'] === true ? html`each once` : undefined,
    resolved['pattern'] === undefined ? undefined : html`matches <code>${asText(resolved['pattern'])}</code>`,
    fact('default', resolved['default']),
    fact('for example', asList(resolved['examples'])[0]),
  ];
  const items = resolved['items'];
  const ofItems =
    items === undefined || isModel(schemaOf(asObject(items), schemas)) ? [] : factsOf(asObject(items), schemas);
  return [...facts.filter((one) => one !== undefined), ...ofItems.map((one) => html`each: ${one}`)];
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const fact = (label: string, value: unknown): Html | undefined =>
  value === undefined ? undefined : html`${label} <code>${written(value)}</code>`;

const values = (label: string, list: readonly unknown[]): Html | undefined =>
  list.length === 0
    ? undefined
    : html`${label} ${list.map((value, at) => [at > 0 && ', ', html`<code>${written(value)}</code>`])}`;

function range(minimum: unknown, maximum: unknown, unit: string): Html | undefined {
  if (typeof minimum !== 'number' && typeof maximum !== 'number') return undefined;
  if (minimum === maximum) return html`${Number(minimum)}${unit}`;
  if (typeof maximum !== 'number') return html`at least ${Number(minimum)}${unit}`;
  return typeof minimum === 'number' ? html`${minimum} to ${maximum}${unit}` : html`at most ${maximum}${unit}`;
}

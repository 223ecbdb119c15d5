import type { JsonObject } from '../protocol/json-object.ts';
import { type Html, html } from '../html/html.ts';
import { asList, asObject, asText } from './json-value.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import type { Parameter } from './read-contract.ts';
import { factsOf, isModel, nameOf, schemaOf, type Schemas, typeOf } from './schema-facts.ts';

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
  return html`<p>${typeOf(schema, schemas)}${facts(resolved, schemas)}</p>
    ${resolved['items'] !== undefined && isModel(items) && nameOf(asObject(resolved['items'])) === undefined && schemaView(items, schemas)}`;
}

export interface Member {
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

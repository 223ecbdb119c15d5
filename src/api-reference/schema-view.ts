import type { JsonObject } from '../protocol/json-object.ts';
import { type Html, html } from '../web/html.ts';
import { listOf, objectOf, textOf } from './json-value.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import type { Parameter } from './read-contract.ts';
import { factsOf, isModel, nameOf, schemaOf, type Schemas, typeOf } from './schema-facts.ts';

/** The members of a body, or what it is where it has none. */
export function schemaView(schema: JsonObject, schemas: Schemas): Html {
  const itself = schemaOf(schema, schemas);
  const alternatives = [...listOf(itself['oneOf']), ...listOf(itself['anyOf'])].map(objectOf);
  if (alternatives.length > 0) {
    return html`<p class="hint">One of:</p>
      <ul class="alternatives">
        ${alternatives.map((one) => html`<li>${nameOf(one) === undefined ? schemaView(one, schemas) : typeOf(one, schemas)}</li>`)}
      </ul>`;
  }
  const members = membersOf(itself, schemas);
  if (members.length > 0) return html`<dl class="members">${members.map((member) => memberView(member, schemas))}</dl>`;
  const items = schemaOf(objectOf(itself['items']), schemas);
  return html`<p>${typeOf(schema, schemas)}${facts(itself, schemas)}</p>
    ${itself['items'] !== undefined && isModel(items) && nameOf(objectOf(itself['items'])) === undefined && schemaView(items, schemas)}`;
}

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly description: string | undefined;
}

/** The members of an object, those of all its parts together. */
function membersOf(schema: JsonObject, schemas: Schemas): readonly Member[] {
  const parts = [schema, ...listOf(schema['allOf']).map((part) => schemaOf(objectOf(part), schemas))];
  const required = new Set(parts.flatMap((part) => listOf(part['required'])));
  const properties = new Map(parts.flatMap((part) => Object.entries(objectOf(part['properties']))));
  return [...properties].map(([name, property]) => ({
    name,
    required: required.has(name),
    schema: objectOf(property),
    description: textOf(schemaOf(objectOf(property), schemas)['description']),
  }));
}

/** A parameter or header, shown like a member. */
export const parameterView = (parameter: Omit<Parameter, 'in'>, schemas: Schemas): Html => {
  const { description = textOf(schemaOf(parameter.schema, schemas)['description']) } = parameter;
  return memberView({ ...parameter, description }, schemas);
};

function memberView({ name, required, schema, description }: Member, schemas: Schemas): Html {
  const itself = schemaOf(schema, schemas);
  const linked = nameOf(schema) !== undefined && isModel(itself);
  const items = objectOf(itself['items']);
  const inner = isModel(itself) ? itself : nameOf(items) === undefined ? items : {};
  return html`<dt>
      <code>${name}</code> <span class="type">${typeOf(schema, schemas)}</span>
      ${required && html`<span class="required">required</span>`}
    </dt>
    <dd>
      ${description !== undefined && !linked && markdownBlock(description)}${!linked && facts(schema, schemas)}
      ${!linked && isModel(inner) && schemaView(inner, schemas)}
    </dd>`;
}

/** A line where it is one; lists and paragraphs where they are. */
const markdownBlock = (text: string): Html =>
  /\n\s*(?:\n|[-|*] )/.test(text) ? renderMarkdown(text) : html`<p>${renderLine(text)}</p>`;

function facts(schema: JsonObject, schemas: Schemas): Html | false {
  const all = factsOf(schema, schemas);
  return all.length > 0 && html`<p class="facts">${all.map((one, at) => [at > 0 && ' · ', one])}</p>`;
}

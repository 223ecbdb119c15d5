import { type Html, html } from '../html/html.ts';
import { renderMarkdown } from './markdown.ts';
import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';
import type { DocumentedOperation } from './read-contract.ts';
import { isModel, nameOf, type Schemas, schemaView } from './schema-view.ts';

/** Renders the schemas that the page of an operation names without showing their members. */
export function schemasSection(operation: DocumentedOperation, schemas: Schemas): Html | false {
  const models = namedModels(operation, schemas);
  return (
    models.length > 0 &&
    html`<section class="schemas" id="schemas">
      <h2>Schemas</h2>
      ${models.map(
        ([name, schema]) =>
          html`<section class="schema" id="schema-${name}">
            <h3><a href="#schema-${name}">${name}</a></h3>
            ${typeof schema['description'] === 'string' && renderMarkdown(schema['description'])}
            ${schemaView(schema, schemas)}
          </section>`,
      )}
    </section>`
  );
}

/** Returns the schemas that an operation's parameters, bodies and responses refer to, and those that these refer to. */
export function namedModels(
  { parameters, body, responses }: DocumentedOperation,
  schemas: Schemas,
): readonly (readonly [name: string, schema: JsonObject])[] {
  const found = new Map<string, JsonObject>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isJsonObject(value)) return;
    const name = nameOf(value);
    const schema = name === undefined ? undefined : schemas.get(name);
    if (name === undefined || schema === undefined) Object.values(value).forEach(visit);
    else if (!found.has(name)) {
      if (isModel(schema)) found.set(name, schema);
      visit(schema);
    }
  };
  // The members of a body and of a success response are shown in place; a failed one only names its schema.
  const inPlace = (schema: JsonObject): unknown => {
    const name = nameOf(schema);
    return name === undefined ? schema : schemas.get(name);
  };
  for (const { schema } of parameters) visit(inPlace(schema));
  for (const { schema } of body) visit(inPlace(schema));
  for (const { status, headers, content } of responses) {
    for (const { schema } of headers) visit(schema);
    for (const { schema } of content) visit(/^[45]/.test(status) ? schema : inPlace(schema));
  }
  return [...found];
}

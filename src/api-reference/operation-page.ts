import { type Html, html } from '../html/html.ts';
import { highlight } from '../html/highlight.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import type { SampleOptions } from './sample-request.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import type {
  DocumentedContract,
  DocumentedOperation,
  DocumentedResponse,
  MediaType,
  Parameter,
} from './read-contract.ts';
import { parameterView, schemaView, typeOf, isModel, nameOf, type Schemas } from './schema-view.ts';
import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';

export interface OperationContext extends SampleOptions {
  readonly contract: DocumentedContract;
  /** Address of the overview, relative to the page. */
  readonly overview: string;
  /** Returns the address of an error code with what to do about it; undefined where there is none. */
  readonly errorLink: (code: string) => string | undefined;
  /** Set when the service itself serves the page, so that its reads can be tried. */
  readonly calls?: 'own-origin' | undefined;
}

/** Renders an operation: what it expects and returns beside code samples and a response. */
export const operationContent = (operation: DocumentedOperation, context: OperationContext): Html =>
  page(
    operation,
    context,
    html`${samplePanels(codeSamples(operation, context))} ${context.calls === 'own-origin' && tryForm(operation)}
    ${successPanel(operation)}`,
  );

/** Renders a webhook with its example request instead of code samples. */
export function webhookContent(webhook: DocumentedOperation, context: OperationContext): Html {
  const headers = webhook.parameters.filter(({ example }) => example !== undefined);
  const request = headers.map(({ name, example }) => `${name}: ${String(example)}`).join('\n');
  return page(
    webhook,
    context,
    html`${request !== '' && codePanel('Headers', request, 'http')} ${webhook.body.flatMap(examplePanels('Body'))}`,
  );
}

function page(operation: DocumentedOperation, context: OperationContext, how: Html): Html {
  const { operationId, method, path, summary } = operation;
  const { contract, overview } = context;
  return html`<header class="title">
      <p class="crumbs"><a href="${overview}">${contract.title}</a> › ${operation.tag || 'Webhooks'}</p>
      <h1>${summary}</h1>
      <p class="address">
        <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
        <span class="id">${operationId}</span>
      </p>
    </header>
    <div class="operation">
      <div class="what">${description(operation, context)}</div>
      <div class="how">${how}</div>
    </div>
    ${schemasSection(operation, contract.schemas)}`;
}

function description(operation: DocumentedOperation, { contract, overview, errorLink }: OperationContext): Html {
  const locations = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
    ['Cookies', 'cookie'],
  ] as const;
  return html`${operation.description !== undefined && renderMarkdown(operation.description)}
    ${access(operation, overview)}
    ${locations.map(([title, location]) =>
      parameterList(
        title,
        operation.parameters.filter((parameter) => parameter.in === location),
        contract,
      ),
    )}
    ${operation.body.map(
      (media) =>
        html`<h2>Body <small>${media.type}${!operation.bodyRequired && ', optional'}</small></h2>
          ${schemaView(media.schema, contract.schemas)}`,
    )}
    <h2>Responses</h2>
    ${operation.responses.map((response) => responseView(response, contract, errorLink))}`;
}

function access({ security }: DocumentedOperation, overview: string): Html | false {
  const ways = security.map((schemes) =>
    schemes.length === 0
      ? html`no credential`
      : html`${schemes.map((scheme, at) => [at > 0 && ' and ', html`<a href="${overview}#security-${scheme}">${scheme}</a>`])}`,
  );
  return ways.length > 0 && html`<p class="access">Requires ${ways.map((way, at) => [at > 0 && ' or ', way])}.</p>`;
}

const parameterList = (
  title: string,
  parameters: readonly Parameter[],
  { schemas }: DocumentedContract,
): Html | false =>
  parameters.length > 0 &&
  html`<h2>${title}</h2>
    <dl class="members">${parameters.map((parameter) => parameterView(parameter, schemas))}</dl>`;

function responseView(
  { status, description, headers, content, errorCodes }: DocumentedResponse,
  { schemas }: DocumentedContract,
  errorLink: OperationContext['errorLink'],
): Html {
  const line = html`<span class="status s${status.charAt(0)}">${status}</span> <span>${renderLine(description)}</span>`;
  if (headers.length === 0 && content.length === 0) return html`<p class="response">${line}</p>`;
  // Error schemas are shared, and the page shows each once at its end.
  const failed = /^[45]/.test(status);
  return html`<details class="response" ${!failed && html`open`}>
    <summary>${line}</summary>
    ${errorCodes.length > 0 && html`<p class="codes">${errorCodes.map((code) => errorCode(code, errorLink(code)))}</p>`}
    ${content.map(
      (media) =>
        html`<h3>Body <small>${media.type}</small></h3>
          ${failed ? html`<p>${typeOf(media.schema, schemas)}</p>` : schemaView(media.schema, schemas)}
          ${failed && examplePanels('Example')(media)}`,
    )}
    ${
      headers.length > 0 &&
      html`<h3>Headers</h3>
        <dl class="members">${headers.map((header) => parameterView(header, schemas))}</dl>`
    }
  </details>`;
}

const errorCode = (code: string, href: string | undefined): Html =>
  href === undefined ? html`<code>${code}</code> ` : html`<a href="${href}"><code>${code}</code></a> `;

/** Renders the examples of the first success response. */
function successPanel({ responses }: DocumentedOperation): readonly Html[] {
  const success = responses.find(({ status }) => /^[23]/.test(status));
  return success === undefined ? [] : success.content.flatMap(examplePanels(success.status));
}

const examplePanels =
  (title: string) =>
  ({ type, examples }: MediaType): readonly Html[] =>
    examples.map(({ summary, value }) => {
      const json = typeof value !== 'string';
      const label = summary === undefined ? title : `${title}: ${summary}`;
      return codePanel(label, json ? JSON.stringify(value, null, 2) : value, json ? 'json' : type);
    });

const code = (source: string, language: string): Html =>
  html`<pre tabindex="0"><code>${highlight(source, language)}</code></pre>`;

const codePanel = (title: string, source: string, language: string): Html =>
  html`<figure class="code">
    <figcaption>${title}</figcaption>
    ${code(source, language)}
  </figure>`;

/** Renders code samples with radio buttons that select one without JavaScript. */
function samplePanels(samples: readonly CodeSample[]): Html {
  return html`<div class="code samples">
    <fieldset>
      <legend>Code sample</legend>
      ${samples.map(
        ({ label }, at) =>
          html`<input type="radio" name="sample" id="sample-${at}" value="${label}" ${at === 0 && html`checked`} />
            <label for="sample-${at}">${label}</label>`,
      )}
    </fieldset>
    ${samples.map(({ lang, source }) => code(source, lang))}
  </div>`;
}

/** Renders a form whose script sends an operation from the page, if it is a read that needs no credential. */
function tryForm(operation: DocumentedOperation): Html | false {
  if (!isPublicRead(operation)) return false;
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  return html`<form class="try" data-path="${operation.path}">
    <h2>Try it</h2>
    ${parameters.map(
      ({ name, in: place, required, example }) =>
        html`<label
          ><span>${name}${!required && html` <small>optional</small>`}</span>
          <input
            name="${name}"
            data-in="${place}"
            autocomplete="off"
            ${required && html`required`}
            placeholder="${exampleText(example)}"
        /></label>`,
    )}
    <button type="submit">Send</button>
    <div role="status"></div>
    <pre tabindex="0" hidden aria-label="Response body"></pre>
  </form>`;
}

const exampleText = (example: unknown): string =>
  typeof example === 'string' || typeof example === 'number' ? `${example}` : '';

const isPublicRead = ({ method, security, responses }: DocumentedOperation): boolean =>
  method === 'GET' &&
  (security.length === 0 || security.some((schemes) => schemes.length === 0)) &&
  responses.some(({ status, content }) => status === '200' && content.some(({ type }) => /[/+]json$/.test(type)));

/** Renders the schemas that the page of an operation names without showing their members. */
function schemasSection(operation: DocumentedOperation, schemas: Schemas): Html | false {
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

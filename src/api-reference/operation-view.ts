import { type Html, html } from '../html/html.ts';
import { type CodeSample, codeSamples, type SampleOptions } from './code-samples.ts';
import { highlight, renderLine, renderMarkdown } from './markdown.ts';
import type {
  DocumentedContract,
  DocumentedOperation,
  DocumentedResponse,
  MediaType,
  Parameter,
} from './read-contract.ts';
import { parameterView, schemaView, typeOf } from './schema-view.ts';

export interface OperationViewOptions extends SampleOptions {
  /** Set when the service itself serves the page, so that its reads can be tried. */
  readonly calls?: 'own-origin' | undefined;
}

/** Renders an operation: parameters and responses on one side, code samples and a success response on the other. */
export function operationView(
  operation: DocumentedOperation,
  contract: DocumentedContract,
  { calls, ...options }: OperationViewOptions,
): Html {
  return html`<section class="operation" id="${operation.operationId}">
    ${heading(operation)}
    <div class="what">${description(operation, contract)}</div>
    <div class="how">
      ${samplePanels(operation.operationId, codeSamples(operation, options))}
      ${calls === 'own-origin' && tryView(operation)} ${successPanel(operation)}
    </div>
  </section>`;
}

/** Renders a webhook with its example request instead of code samples. */
export function webhookView(webhook: DocumentedOperation, contract: DocumentedContract): Html {
  const headers = webhook.parameters.filter(({ example }) => example !== undefined);
  const request = headers.map(({ name, example }) => `${name}: ${String(example)}`).join('\n');
  return html`<section class="operation" id="${webhook.operationId}">
    ${heading(webhook)}
    <div class="what">${description(webhook, contract)}</div>
    <div class="how">
      ${request !== '' && codePanel('Headers', request, 'http')} ${webhook.body.flatMap(examplePanels('Body'))}
    </div>
  </section>`;
}

const heading = ({ operationId, method, path, summary }: DocumentedOperation): Html =>
  html`<header>
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="address">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      <span class="id">${operationId}</span>
    </p>
  </header>`;

function description(operation: DocumentedOperation, contract: DocumentedContract): Html {
  const locations = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
    ['Cookies', 'cookie'],
  ] as const;
  return html`${operation.description !== undefined && renderMarkdown(operation.description)} ${access(operation)}
    ${locations.map(([title, location]) =>
      parameterList(
        title,
        operation.parameters.filter((parameter) => parameter.in === location),
        contract,
      ),
    )}
    ${operation.body.map(
      (media) =>
        html`<h4>Body <small>${media.type}${!operation.bodyRequired && ', optional'}</small></h4>
          ${schemaView(media.schema, contract.schemas)}`,
    )}
    <h4>Responses</h4>
    ${operation.responses.map((response) => responseView(response, contract))}`;
}

function access({ security }: DocumentedOperation): Html | false {
  const ways = security.map((schemes) =>
    schemes.length === 0
      ? html`no credential`
      : html`${schemes.map((scheme, at) => [at > 0 && ' and ', html`<a href="#security-${scheme}">${scheme}</a>`])}`,
  );
  return ways.length > 0 && html`<p class="access">Requires ${ways.map((way, at) => [at > 0 && ' or ', way])}.</p>`;
}

const parameterList = (
  title: string,
  parameters: readonly Parameter[],
  { schemas }: DocumentedContract,
): Html | false =>
  parameters.length > 0 &&
  html`<h4>${title}</h4>
    <dl class="members">${parameters.map((parameter) => parameterView(parameter, schemas))}</dl>`;

function responseView(
  { status, description, headers, content }: DocumentedResponse,
  { schemas }: DocumentedContract,
): Html {
  const line = html`<span class="status s${status.charAt(0)}">${status}</span> <span>${renderLine(description)}</span>`;
  if (headers.length === 0 && content.length === 0) return html`<p class="response">${line}</p>`;
  // Error schemas are shared, and the page shows each once at its end.
  const failed = /^[45]/.test(status);
  return html`<details class="response">
    <summary>${line}</summary>
    ${
      headers.length > 0 &&
      html`<h5>Headers</h5>
        <dl class="members">${headers.map((header) => parameterView(header, schemas))}</dl>`
    }
    ${content.map(
      (media) =>
        html`<h5>Body <small>${media.type}</small></h5>
          ${failed ? html`<p>${typeOf(media.schema, schemas)}</p>` : schemaView(media.schema, schemas)}
          ${failed && examplePanels('Example')(media)}`,
    )}
  </details>`;
}

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

/** Renders code under a title. */
const codePanel = (title: string, source: string, language: string): Html =>
  html`<figure class="code">
    <figcaption>${title}</figcaption>
    ${code(source, language)}
  </figure>`;

/** Renders code samples with radio buttons that select one without JavaScript. @param id unique on the page */
function samplePanels(id: string, samples: readonly CodeSample[]): Html {
  return html`<div class="code samples">
    <fieldset>
      <legend>Code sample</legend>
      ${samples.map(
        ({ label }, at) =>
          html`<input
              type="radio"
              name="sample-${id}"
              id="sample-${id}-${at}"
              value="${label}"
              ${at === 0 && html`checked`}
            />
            <label for="sample-${id}-${at}">${label}</label>`,
      )}
    </fieldset>
    ${samples.map(({ lang, source }) => code(source, lang))}
  </div>`;
}

/** Renders a form that sends an operation from the page, if it is a read that needs no credential. `browser/try.ts` shows it. */
function tryView(operation: DocumentedOperation): Html | false {
  if (!isPublicRead(operation)) return false;
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  return html`<form class="try" hidden data-path="${operation.path}">
    <h4>Try it</h4>
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

import { type Html, html } from '../web/html.ts';
import { codeSamples } from './code-samples.ts';
import type { SampleOptions } from './sample-input.ts';
import { codePanel, samplePanels } from './code-panel.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import type { Answer, ContractReading, MediaType, Operation, Parameter } from './read-contract.ts';
import { typeOf } from './schema-facts.ts';
import { parameterView, schemaView } from './schema-view.ts';

/** One operation: what it takes and answers on one side, how it is sent and what comes back on the other. */
export function operationView(operation: Operation, contract: ContractReading, options: SampleOptions): Html {
  return html`<section class="operation" id="${operation.operationId}">
    ${heading(operation)}
    <div class="what">${description(operation, contract)}</div>
    <div class="how">
      ${samplePanels(operation.operationId, codeSamples(operation, options))} ${successPanel(operation)}
    </div>
  </section>`;
}

/** A request that the service sends: its receiver writes the code, so the request itself is shown. */
export function webhookView(webhook: Operation, contract: ContractReading): Html {
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

const heading = ({ operationId, method, path, summary }: Operation): Html =>
  html`<header>
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="address">
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      <span class="id">${operationId}</span>
    </p>
  </header>`;

function description(operation: Operation, contract: ContractReading): Html {
  const places = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
    ['Cookies', 'cookie'],
  ] as const;
  return html`${operation.description !== undefined && renderMarkdown(operation.description)} ${access(operation)}
    ${places.map(([title, place]) =>
      parameterList(
        title,
        operation.parameters.filter((parameter) => parameter.in === place),
        contract,
      ),
    )}
    ${operation.body.map(
      (media) =>
        html`<h4>Body <small>${media.type}${!operation.bodyRequired && ', optional'}</small></h4>
          ${schemaView(media.schema, contract.schemas)}`,
    )}
    <h4>Answers</h4>
    ${operation.answers.map((answer) => answerView(answer, contract))}`;
}

function access({ security }: Operation): Html | false {
  const ways = security.map((schemes) =>
    schemes.length === 0
      ? html`nothing`
      : html`${schemes.map((scheme, at) => [at > 0 && ' and ', html`<a href="#security-${scheme}">${scheme}</a>`])}`,
  );
  return ways.length > 0 && html`<p class="access">Asks for ${ways.map((way, at) => [at > 0 && ' or ', way])}.</p>`;
}

const parameterList = (title: string, parameters: readonly Parameter[], { schemas }: ContractReading): Html | false =>
  parameters.length > 0 &&
  html`<h4>${title}</h4>
    <dl class="members">${parameters.map((parameter) => parameterView(parameter, schemas))}</dl>`;

function answerView({ status, description, headers, content }: Answer, { schemas }: ContractReading): Html {
  const line = html`<span class="status s${status.charAt(0)}">${status}</span> <span>${renderLine(description)}</span>`;
  if (headers.length === 0 && content.length === 0) return html`<p class="answer">${line}</p>`;
  // Failures share a few shapes, shown once at the end of the page.
  const failed = /^[45]/.test(status);
  return html`<details class="answer">
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

/** What a success looks like. */
function successPanel({ answers }: Operation): readonly Html[] {
  const success = answers.find(({ status }) => /^[23]/.test(status));
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

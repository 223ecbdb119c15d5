import { type Html, html } from '../html/html.ts';
import { type DocumentationPage, documentationPage } from './documentation-page.ts';
import { headingsOf, renderMarkdown } from './markdown.ts';
import { operationView, type OperationViewOptions, webhookView } from './operation-view.ts';
import type { DocumentedContract, DocumentedOperation } from './read-contract.ts';
import { isModel, schemaView } from './schema-view.ts';

export interface ReferenceOptions extends Pick<DocumentationPage, 'home' | 'links' | 'navigation' | 'assets'> {
  /** Name of the area: `sso`, `forum`. */
  readonly area: string;
  /** Base URL of the samples; the contract's server by default. */
  readonly baseUrl?: string;
  /** Set when the service itself serves the page. */
  readonly calls?: OperationViewOptions['calls'];
  /** URL of the contract as JSON, relative to the page. */
  readonly contractHref: string;
}

/** Renders a whole contract as one page, with code samples for every operation. */
export function referencePage(contract: DocumentedContract, options: ReferenceOptions): string {
  const { area, baseUrl = contract.server, calls, contractHref } = options;
  const groups = contract.tags
    .map((tag) => ({ ...tag, operations: contract.operations.filter((operation) => operation.tag === tag.name) }))
    .filter(({ operations }) => operations.length > 0);
  const models = [...contract.schemas].filter(([, schema]) => isModel(schema));

  const content = html`<header class="title">
      <h1>${contract.title} <small>${contract.version}</small></h1>
      ${contract.summary !== undefined && html`<p class="lead">${contract.summary}</p>`}
      <p class="hint">
        <code>${baseUrl}</code> · <a href="${contractHref}">OpenAPI 3.1 contract</a>, including the samples
      </p>
    </header>
    <div class="prose">${contract.description !== undefined && renderMarkdown(contract.description)}</div>
    ${contract.securitySchemes.size > 0 && securitySection(contract)}
    ${groups.map(
      ({ name, description, operations }) =>
        html`<section class="group" id="tag-${name}">
          <h2>${name}</h2>
          ${description !== undefined && html`<p>${description}</p>`}
          ${operations.map((operation) => operationView(operation, contract, { area, baseUrl, calls }))}
        </section>`,
    )}
    ${
      contract.webhooks.length > 0 &&
      html`<section class="group" id="webhooks">
        <h2>Webhooks</h2>
        <p>Requests that this service sends to other servers.</p>
        ${contract.webhooks.map((webhook) => webhookView(webhook, contract))}
      </section>`
    }
    <section class="group" id="schemas">
      <h2>Schemas</h2>
      ${models.map(
        ([name, schema]) =>
          html`<section class="schema" id="schema-${name}">
            <h3><a href="#schema-${name}">${name}</a></h3>
            ${typeof schema['description'] === 'string' && renderMarkdown(schema['description'])}
            ${schemaView(schema, contract.schemas)}
          </section>`,
      )}
    </section>`;

  return documentationPage({
    title: `${contract.title} ${contract.version}`,
    home: options.home,
    links: options.links,
    navigation: options.navigation,
    assets: options.assets,
    contents: contentsOf(contract, groups, models),
    content,
  });
}

const securitySection = ({ securitySchemes }: DocumentedContract): Html =>
  html`<section class="group" id="security">
    <h2>Credentials</h2>
    ${[...securitySchemes].map(
      ([name, { header, description }]) =>
        html`<section class="schema" id="security-${name}">
          <h3><a href="#security-${name}">${name}</a> <code>${header}</code></h3>
          ${description !== undefined && renderMarkdown(description)}
        </section>`,
    )}
  </section>`;

interface Group {
  readonly name: string;
  readonly operations: readonly DocumentedOperation[];
}

function contentsOf(
  { description = '', webhooks, securitySchemes }: DocumentedContract,
  groups: readonly Group[],
  models: readonly (readonly [name: string, unknown])[],
): Html {
  const about = headingsOf(description).filter(({ level }) => level <= 2);
  return html`${
    about.length > 0 &&
    part(
      'content',
      'About',
      about.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`),
    )
  }
  ${
    securitySchemes.size > 0 &&
    part(
      'security',
      'Credentials',
      [...securitySchemes.keys()].map((name) => item(`security-${name}`, name)),
    )
  }
  ${groups.map(({ name, operations }) => part(`tag-${name}`, name, operations.map(operationItem)))}
  ${webhooks.length > 0 && part('webhooks', 'Webhooks', webhooks.map(operationItem))}
  ${part(
    'schemas',
    'Schemas',
    models.map(([name]) => item(`schema-${name}`, name)),
  )}`;
}

const part = (id: string, title: string, items: readonly Html[]): Html =>
  html`<section>
    <h2><a href="#${id}">${title}</a></h2>
    <ul>
      ${items}
    </ul>
  </section>`;

const item = (id: string, text: string): Html => html`<li><a href="#${id}">${text}</a></li>`;

const operationItem = ({ operationId, method, summary }: DocumentedOperation): Html =>
  html`<li>
    <a href="#${operationId}" title="${operationId}"
      ><span class="method ${method.toLowerCase()}">${method}</span> <span>${summary}</span></a
    >
  </li>`;

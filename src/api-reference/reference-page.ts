import { type Html, html } from '../web/html.ts';
import { type Page, page } from './frame.ts';
import { headingsOf, renderMarkdown } from './markdown.ts';
import { operationView, webhookView } from './operation-view.ts';
import type { ContractReading, Operation } from './read-contract.ts';
import { isModel } from './schema-facts.ts';
import { schemaView } from './schema-view.ts';

export interface ReferenceOptions extends Pick<Page, 'home' | 'links' | 'assets'> {
  /** The area's one word. */
  readonly area: string;
  /** Where the samples send to; the contract's own default where none is given. */
  readonly baseUrl?: string;
  /** Address of the contract as JSON, relative to the page. */
  readonly contractHref: string;
}

/** A contract as one page: everything it says, with samples to send each of its requests. */
export function referencePage(contract: ContractReading, options: ReferenceOptions): string {
  const { area, baseUrl = contract.server, contractHref } = options;
  const groups = contract.tags
    .map((tag) => ({ ...tag, operations: contract.operations.filter((operation) => operation.tag === tag.name) }))
    .filter(({ operations }) => operations.length > 0);
  const models = [...contract.schemas].filter(([, schema]) => isModel(schema));

  const content = html`<header class="title">
      <h1>${contract.title} <small>${contract.version}</small></h1>
      ${contract.summary !== undefined && html`<p class="lead">${contract.summary}</p>`}
      <p class="hint">
        <code>${baseUrl}</code> · <a href="${contractHref}">the contract as OpenAPI 3.1</a>, samples included
      </p>
    </header>
    <div class="prose">${contract.description !== undefined && renderMarkdown(contract.description)}</div>
    ${contract.securitySchemes.size > 0 && securitySection(contract)}
    ${groups.map(
      ({ name, description, operations }) =>
        html`<section class="group" id="tag-${name}">
          <h2>${name}</h2>
          ${description !== undefined && html`<p>${description}</p>`}
          ${operations.map((operation) => operationView(operation, contract, { area, baseUrl }))}
        </section>`,
    )}
    ${
      contract.webhooks.length > 0 &&
      html`<section class="group" id="webhooks">
        <h2>Webhooks</h2>
        <p>Requests that this service sends to others.</p>
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

  return page({
    title: `${contract.title} ${contract.version}`,
    home: options.home,
    links: options.links,
    assets: options.assets,
    contents: contentsOf(contract, groups, models),
    content,
  });
}

const securitySection = ({ securitySchemes }: ContractReading): Html =>
  html`<section class="group" id="security">
    <h2>Credentials</h2>
    ${[...securitySchemes].map(
      ([name, { carries, description }]) =>
        html`<section class="schema" id="security-${name}">
          <h3><a href="#security-${name}">${name}</a> <code>${carries}</code></h3>
          ${description !== undefined && renderMarkdown(description)}
        </section>`,
    )}
  </section>`;

interface Group {
  readonly name: string;
  readonly operations: readonly Operation[];
}

function contentsOf(
  { description = '', webhooks, securitySchemes }: ContractReading,
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

const operationItem = ({ operationId, method, summary }: Operation): Html =>
  html`<li>
    <a href="#${operationId}" title="${operationId}"
      ><span class="method ${method.toLowerCase()}">${method}</span> <span>${summary}</span></a
    >
  </li>`;

import { type Html, html } from '../html/html.ts';
import { type DocumentationPage, documentationPage, relativeLink } from './documentation-page.ts';
import { renderMarkdown } from './markdown.ts';
import { operationContent, type OperationContext, webhookContent, namedModels } from './operation-page.ts';
import type { DocumentedContract, DocumentedOperation } from './read-contract.ts';

interface ReferenceOptions {
  /** Name of the area: `sso`, `forum`. */
  readonly area: string;
  /** Path of the overview without ending; the pages of operations are in a folder of this name. */
  readonly root: string;
  /** Base URL of the samples; the contract's server by default. */
  readonly baseUrl?: string;
  readonly calls?: OperationContext['calls'];
  readonly contractPath: string;
  /** Path of the requests of all samples as a collection. */
  readonly collectionPath?: string;
  /** Returns navigation and assets of the page at a path. */
  readonly frame: (path: string) => Pick<DocumentationPage, 'home' | 'links' | 'navigation' | 'assets'>;
  /** Returns the path and fragment of an error code; undefined where there is none. */
  readonly errorPath?: (code: string) => string | undefined;
}

/** Renders a contract as pages by their paths: an overview, and a page for every operation and webhook. */
export function referencePages(contract: DocumentedContract, options: ReferenceOptions): ReadonlyMap<string, string> {
  const { area, root, baseUrl = contract.server, calls, frame, errorPath } = options;
  const groups = groupsOf(contract);
  const overview = `${root}.html`;
  const pathOf = ({ operationId }: DocumentedOperation) => `${root}/${operationId}.html`;
  const page = (path: string, title: string, content: Html, current?: DocumentedOperation) =>
    [
      path,
      documentationPage({
        ...frame(path),
        title,
        contents: contentsOf(groups, (operation) => relativeLink(path, pathOf(operation)), current),
        contentsTitle: `Operations of the ${contract.title.toLowerCase()}`,
        content,
      }),
    ] as const;

  const operationPage = (operation: DocumentedOperation) => {
    const path = pathOf(operation);
    const context: OperationContext = {
      area,
      baseUrl,
      calls,
      contract,
      overview: relativeLink(path, overview),
      errorLink: (code) => {
        const target = errorPath?.(code);
        return target === undefined ? undefined : relativeLink(path, target);
      },
    };
    const render = contract.webhooks.includes(operation) ? webhookContent : operationContent;
    return page(path, `${operation.summary} · ${contract.title}`, render(operation, context), operation);
  };
  return new Map([
    page(overview, `${contract.title} ${contract.version}`, overviewContent(contract, groups, { ...options, baseUrl })),
    ...[...contract.operations, ...contract.webhooks].map(operationPage),
  ]);
}

interface Group {
  readonly name: string;
  readonly description: string | undefined;
  readonly operations: readonly DocumentedOperation[];
}

const groupsOf = ({ tags, operations, webhooks }: DocumentedContract): readonly Group[] =>
  [
    ...tags.map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tag === tag.name) })),
    { name: 'webhooks', description: 'Requests that this service sends to other servers.', operations: webhooks },
  ].filter((group) => group.operations.length > 0);

function overviewContent(
  contract: DocumentedContract,
  groups: readonly Group[],
  { root, contractPath, collectionPath, baseUrl }: ReferenceOptions,
): Html {
  const hrefOf = ({ operationId }: DocumentedOperation) => relativeLink(root, `${root}/${operationId}.html`);
  return html`<header class="title">
      <h1>${contract.title} <small>${contract.version}</small></h1>
      ${contract.summary !== undefined && html`<p class="lead">${contract.summary}</p>`}
      <p class="hint">
        <code>${baseUrl}</code> · <a href="${relativeLink(root, contractPath)}">OpenAPI 3.1 contract</a>, with the
        samples${
          collectionPath !== undefined &&
          html` · <a href="${relativeLink(root, collectionPath)}">Request collection</a> for Postman, Bruno or Insomnia`
        }
      </p>
    </header>
    <h2>Operations</h2>
    ${groups.map(
      ({ name, description, operations }) =>
        html`<section class="group" id="${name === 'webhooks' ? name : `tag-${name}`}">
          <h3>${name}</h3>
          ${description !== undefined && html`<p class="hint">${description}</p>`}
          <ul class="operations">
            ${operations.map(
              (operation) =>
                html`<li>
                  <a href="${hrefOf(operation)}">${operation.summary}</a>
                  <span class="method ${operation.method.toLowerCase()}">${operation.method}</span>
                  <code>${operation.path}</code>
                </li>`,
            )}
          </ul>
        </section>`,
    )}
    ${contract.description !== undefined && html`<div class="prose">${renderMarkdown(contract.description)}</div>`}
    ${contract.securitySchemes.size > 0 && credentialsSection(contract)} ${schemaIndex(contract, hrefOf)}`;
}

const credentialsSection = ({ securitySchemes }: DocumentedContract): Html =>
  html`<section id="security">
    <h2>Credentials</h2>
    ${[...securitySchemes].map(
      ([name, { header, description }]) =>
        html`<section class="schema" id="security-${name}">
          <h3>${name} <code>${header}</code></h3>
          ${description !== undefined && renderMarkdown(description)}
        </section>`,
    )}
  </section>`;

/** Lists every schema with a link to the first page that shows its members. */
function schemaIndex(
  { operations, webhooks, schemas }: DocumentedContract,
  hrefOf: (operation: DocumentedOperation) => string,
): Html {
  const shown = new Map<string, string>();
  for (const operation of [...operations, ...webhooks])
    for (const [name] of namedModels(operation, schemas))
      if (!shown.has(name)) shown.set(name, `${hrefOf(operation)}#schema-${name}`);
  const sorted = [...shown].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return html`<section id="schemas">
    <h2>Schemas</h2>
    <ul class="names">
      ${sorted.map(([name, href]) => html`<li><a href="${href}">${name}</a></li>`)}
    </ul>
  </section>`;
}

/** Renders the list beside every page: a disclosure per group, that of the current operation open. */
const contentsOf = (
  groups: readonly Group[],
  hrefOf: (operation: DocumentedOperation) => string,
  current: DocumentedOperation | undefined,
): Html =>
  html`<input class="filter" type="search" placeholder="Find…" aria-label="Find an operation" autocomplete="off" />
    ${groups.map(
      ({ name, operations }) =>
        html`<details ${current !== undefined && operations.includes(current) && html`open`}>
          <summary>${name} <small>${operations.length}</small></summary>
          <ul>
            ${operations.map(
              (operation) =>
                html`<li>
                  <a
                    href="${hrefOf(operation)}"
                    title="${operation.operationId}"
                    ${operation === current && html`aria-current="page"`}
                    >${operation.summary}</a
                  >
                </li>`,
            )}
          </ul>
        </details>`,
    )}`;

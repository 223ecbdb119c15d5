import { type Html, html } from '../html/html.ts';
import { type DocumentationPage, documentationPage } from './documentation-page.ts';
import type { DocumentedContract } from './read-contract.ts';

export interface RootPageOptions extends Pick<DocumentationPage, 'navigation' | 'assets'> {
  /** Public address of the service. */
  readonly baseUrl: string;
}

/** Renders the page at the root of a service that has no other page there: what the service is and where its reference is. */
export function rootPage(contract: DocumentedContract, { navigation, assets, baseUrl }: RootPageOptions): string {
  const { title, version, summary, operations } = contract;
  return documentationPage({
    title,
    home: { href: '/', text: title },
    links: [{ href: 'docs', text: 'API reference' }],
    navigation,
    assets,
    content: html`<header class="title">
        <h1>${title} <small>${version}</small></h1>
        ${summary !== undefined && html`<p class="lead">${summary}</p>`}
        <p class="hint"><code>${baseUrl}</code></p>
      </header>
      <p>This address is an API for programs. Its reference describes every operation, with samples to copy.</p>
      <ul class="cards">
        ${card('docs', 'API reference', `${operations.length} operations, each with curl and TypeScript`)}
        ${card('docs/openapi.json', 'OpenAPI 3.1 contract', 'For generators, mock servers and fuzzers')}
      </ul>`,
  });
}

const card = (href: string, title: string, text: string): Html =>
  html`<li>
    <h3><a href="${href}">${title}</a></h3>
    <p>${text}</p>
  </li>`;

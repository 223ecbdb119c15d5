import { html } from '../../html/html.ts';
import type { ProviderPage } from './provider-page.ts';

/** Returns the page for a browser whose request cannot be served and has no application to return to. */
export function errorPage({
  code,
  message,
}: {
  readonly code: string | number;
  readonly message: string;
}): ProviderPage {
  return {
    title: 'This request cannot continue',
    page: 'message',
    content: html`<div class="screen">
      <h1>This request cannot continue</h1>
      <p>Go back to the application and start again. If this page returns, tell its operator:</p>
      <p class="notice"><code>${code}</code> ${message}</p>
    </div>`,
  };
}

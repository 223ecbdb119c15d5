import type { ProviderPage } from './provider-page.ts';
import { html } from '../../html/html.ts';

/** The account page: connections, authenticators and deletion of the identity. */
export const ownerPage: ProviderPage = {
  title: 'Your account',
  page: 'owner',
  content: html`<div class="screen" id="screen">
    <h1>Your account</h1>
    <p class="quiet">Loading…</p>
  </div>`,
};

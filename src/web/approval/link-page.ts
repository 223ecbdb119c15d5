import { html } from '../../html/html.ts';
import type { ProviderPage } from './provider-page.ts';

/** The page with which a further device joins an identity. */
export const linkPage: ProviderPage = {
  title: 'Link this device',
  page: 'link',
  content: html`<div class="screen" id="screen">
    <h1>Link this device</h1>
    <p class="quiet">Loading…</p>
  </div>`,
};

/** The page for a link that was used, withdrawn or has expired. */
export const expiredLinkPage: ProviderPage = {
  title: 'Link expired',
  page: 'message',
  content: html`<div class="screen">
    <h1>This link has expired</h1>
    <p>It was used before, withdrawn, or is older than five minutes. Create a new one in your account.</p>
  </div>`,
};

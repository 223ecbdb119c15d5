import { html } from '../../html/html.ts';
import type { ProviderPage } from './provider-page.ts';

/** The page that adds a passkey with a recovery code. */
export const recoverPage: ProviderPage = {
  title: 'Recover your identity',
  page: 'recover',
  content: html`<div class="screen" id="screen">
    <h1>Recover your identity</h1>
    <p class="quiet">Loading…</p>
  </div>`,
};

import type { PageParts } from './document.ts';
import { html } from '../html.ts';

/** The page on which a person sees and ends their connections. */
export const ownerPage: PageParts = {
  title: 'Your connections',
  page: 'owner',
  content: html`<div class="screen" id="screen">
    <h1>Your connections</h1>
    <p class="quiet">One moment …</p>
  </div>`,
};

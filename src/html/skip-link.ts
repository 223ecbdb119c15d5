import { type Html, html } from './html.ts';

/** Renders the first stop of the Tab key, which leads past the bars to the element with the id `content`. */
export const skipLink = (text = 'Skip to the content'): Html => html`<a class="skip" href="#content">${text}</a>`;

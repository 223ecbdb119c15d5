import { html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';

/** Renders a page with an error message and a link to the front page. */
export function messagePage(title: string, text: string): ForumPageContent {
  return {
    title,
    content: html`<header class="intro">
      <h1>${title}</h1>
      <p dir="auto">${text}</p>
      <p><a href="/">Go to the front page</a></p>
    </header>`,
  };
}

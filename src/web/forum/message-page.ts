import { html } from '../html.ts';
import { page } from './frame.ts';

/** What went wrong, in a sentence, and the way back. */
export function messagePage(title: string, text: string): string {
  return page({
    title,
    content: html`<header class="intro">
      <h1>${title}</h1>
      <p dir="auto">${text}</p>
      <p><a href="/">To the front page</a></p>
    </header>`,
  });
}

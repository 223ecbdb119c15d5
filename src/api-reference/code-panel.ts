import { type Html, html } from '../html/html.ts';
import type { CodeSample } from './code-samples.ts';
import { highlight } from './highlight.ts';

const code = (source: string, language: string): Html =>
  html`<pre tabindex="0"><code>${highlight(source, language)}</code></pre>`;

/** Renders code under a title. */
export const codePanel = (title: string, source: string, language: string): Html =>
  html`<figure class="code">
    <figcaption>${title}</figcaption>
    ${code(source, language)}
  </figure>`;

/** Renders code samples with radio buttons that select one without JavaScript. @param id unique on the page */
export function samplePanels(id: string, samples: readonly CodeSample[]): Html {
  return html`<div class="code samples">
    <fieldset>
      <legend>Code sample</legend>
      ${samples.map(
        ({ label }, at) =>
          html`<input
              type="radio"
              name="sample-${id}"
              id="sample-${id}-${at}"
              value="${label}"
              ${at === 0 && html`checked`}
            />
            <label for="sample-${id}-${at}">${label}</label>`,
      )}
    </fieldset>
    ${samples.map(({ lang, source }) => code(source, lang))}
  </div>`;
}

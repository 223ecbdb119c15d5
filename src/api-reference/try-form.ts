import { type Html, html } from '../html/html.ts';
import type { DocumentedOperation } from './read-contract.ts';

/** Renders a form whose script sends an operation from the page, if it is a read that needs no credential. */
export function tryForm(operation: DocumentedOperation): Html | false {
  if (!isPublicRead(operation)) return false;
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  return html`<form class="try" data-path="${operation.path}">
    <h2>Try it</h2>
    ${parameters.map(
      ({ name, in: place, required, example }) =>
        html`<label
          ><span>${name}${!required && html` <small>optional</small>`}</span>
          <input
            name="${name}"
            data-in="${place}"
            autocomplete="off"
            ${required && html`required`}
            placeholder="${exampleText(example)}"
        /></label>`,
    )}
    <button type="submit">Send</button>
    <div role="status"></div>
    <pre tabindex="0" hidden aria-label="Response body"></pre>
  </form>`;
}

const exampleText = (example: unknown): string =>
  typeof example === 'string' || typeof example === 'number' ? `${example}` : '';

const isPublicRead = ({ method, security, responses }: DocumentedOperation): boolean =>
  method === 'GET' &&
  (security.length === 0 || security.some((schemes) => schemes.length === 0)) &&
  responses.some(({ status, content }) => status === '200' && content.some(({ type }) => /[/+]json$/.test(type)));

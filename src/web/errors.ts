import { DomainError } from '../runtime/errors/domain-error.ts';
import { type ErrorFormat, type HttpProblem, describeProblem } from '../runtime/errors/http-problem.ts';
import { type Html, html } from '../html/html.ts';
import { navigationBar, type NavigationLink } from '../html/navigation-bar.ts';

const statuses: Readonly<Record<HttpProblem['kind'], number>> = {
  invalid: 400,
  malformed_body: 400,
  missing_body: 400,
  unauthenticated: 401,
  unconfirmed: 401,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

/**
 * Creates the errors of the web service: JSON `{error, details?}` for scripts, an HTML page for a browser navigation.
 *
 * @param navigation links of the bar above the page
 */
export const createWebErrors = (navigation: readonly NavigationLink[]): ErrorFormat => ({
  fromProblem: (problem) =>
    new DomainError(problem.kind, statuses[problem.kind], describeProblem(problem), {
      headers: 'retryAfterSeconds' in problem ? { 'retry-after': String(problem.retryAfterSeconds) } : {},
    }),
  body: ({ message, details }) => ({ error: message.toWellFormed(), ...(details && { details }) }),
  page: (error) => errorPage(error, navigation).markup,
});

function errorPage({ status, message }: DomainError, navigation: readonly NavigationLink[]): Html {
  const title = status === 404 ? 'Page not found' : 'The request failed';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · The platform</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        ${navigationBar(navigation)}
        <main class="narrow">
          <h1>${title}</h1>
          <p>${message.toWellFormed()}</p>
          <p><a href="/">Back to the start page</a></p>
        </main>
      </body>
    </html> `;
}

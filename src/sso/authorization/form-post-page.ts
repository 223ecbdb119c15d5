import { createHash } from 'node:crypto';
import { html, trustedHtml } from '../../html/html.ts';
import type { OtherResponse } from '../../runtime/http-problem.ts';
import { responseParameters, type ResponseTarget } from './response-address.ts';

const script = 'document.forms[0].submit()';
/** Written as one string: the hash is of every character between the tags. */
const submitting = trustedHtml(`<script>${script}</script>`);

/** No form-action: browsers apply it to the redirects of the application too. */
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the page that submits the parameters of a response to the application (OAuth 2.0 Form Post Response Mode §2);
 * without scripts a button does.
 */
export function formPostPage(
  target: ResponseTarget,
  response: Readonly<Record<string, string>>,
  issuer: string,
): OtherResponse {
  const inputs = Object.entries(responseParameters(target, response, issuer)).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Return to the application</title>
      </head>
      <body>
        <form method="post" action="${target.redirectUri}">
          ${inputs}
          <button type="submit">Continue</button>
        </form>
        ${submitting}
      </body>
    </html>`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      // The address of the page contains the secret of the link; with `no-referrer` browsers would send `Origin: null`.
      'referrer-policy': 'origin',
    },
    body: page.markup,
  };
}

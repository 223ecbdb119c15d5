import { type Html, html } from '../../html/html.ts';
import { navigationBar, type NavigationLink } from '../../html/navigation-bar.ts';
import { skipLink } from '../../html/skip-link.ts';
import { qrSvg } from '../qr-svg.ts';
import { thisComputerOnly } from './sign-in-request.ts';

/** The state of a sign-in attempt on `/try`. */
export type AttemptState =
  | { readonly status: 'none' }
  | { readonly status: 'waiting'; readonly deepLink: string; readonly comparisonCode?: string | undefined }
  | { readonly status: 'signed in'; readonly sub: string }
  | { readonly status: 'rejected' | 'expired' }
  | { readonly status: 'failed'; readonly reason: string };

/** Seconds between two reloads of the page when JavaScript is off. */
const refreshSeconds = 3;

/** Renders `/try`: a QR code, the wait for the decision, and its result. */
export function tryPage(attempt: AttemptState, navigation: readonly NavigationLink[]): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${
          attempt.status === 'waiting' &&
          html`<script type="module" src="/try.js"></script>
            <noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`
        }
        <meta name="color-scheme" content="light dark" />
        <title>Try signing in · The platform</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        ${skipLink()} ${navigationBar(navigation)}
        <main id="content" tabindex="-1" class="narrow">
          ${body(attempt)}
          <p><a href="/">Back to the start page</a></p>
        </main>
      </body>
    </html> `;
}

function body(attempt: AttemptState): Html {
  switch (attempt.status) {
    case 'waiting':
      return html`<h1 tabindex="-1">Scan to sign in</h1>
        <p>
          Point a phone's camera at the code, or <a href="${attempt.deepLink}">open the request here</a>. In a terminal,
          the software phone approves it: <code>npm run phone -- approve &lt;link&gt;</code>
        </p>
        <figure>
          ${qrSvg(attempt.deepLink, 'QR code of the sign-in link')} ${thisComputerOnly(attempt.deepLink)}
          <figcaption><code>${attempt.deepLink}</code></figcaption>
        </figure>
        ${attempt.comparisonCode && html`<p>Both screens show <strong class="comparison">${attempt.comparisonCode}</strong>. Approve only when they agree.</p>`}
        <p role="status" data-waiting>Waiting for the decision…</p>`;
    case 'none':
      return html`<h1 tabindex="-1">Try signing in</h1>
        <p>With your phone, or a passkey in this browser: you get a QR code and a link, good for a few minutes.</p>
        ${startForm('Show the QR code')}`;
    case 'signed in':
      return html`<h1 tabindex="-1">Signed in</h1>
        <p>
          The provider says that you are <code>${attempt.sub}</code>: your session address, the same for every
          application.
        </p>
        ${startForm('Sign in once more')}`;
    case 'rejected':
      return html`<h1 tabindex="-1">Declined</h1>
        <p>The request was declined on the other screen.</p>
        ${startForm('Try again')}`;
    case 'expired':
      return html`<h1 tabindex="-1">Request expired</h1>
        <p>The request expired before it was approved. A request is valid for a few minutes.</p>
        ${startForm('Try again')}`;
    case 'failed':
      return html`<h1 tabindex="-1">The sign-in failed</h1>
        <p>${attempt.reason}</p>
        ${startForm('Try again')}`;
  }
}

const startForm = (text: string): Html =>
  html`<form method="post" action="/try"><button class="button">${text}</button></form>`;

import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../html/html.ts';
import { navigationBar, type NavigationLink, skipLink } from '../../html/page-parts.ts';
import { isLoopbackHost } from '../../runtime/outbound/outbound-target.ts';
import { qrSvg } from '../qr.ts';

/** The state of a sign-in attempt on `/try`. */
export type AttemptState =
  | { readonly status: 'none' }
  | { readonly status: 'waiting'; readonly deepLink: string; readonly comparisonCode?: string | undefined }
  | { readonly status: 'signed in'; readonly sub: string }
  | { readonly status: 'rejected' | 'expired' }
  | { readonly status: 'failed'; readonly reason: string };

/** Seconds between two reloads of the page when JavaScript is off. */
const refreshSeconds = 3;

type Choices = Pick<SignInChoices, 'here' | 'phone'>;

/** Renders `/try`: the ways to sign in, the wait for the decision, and its result. */
export function tryPage(
  attempt: AttemptState,
  { navigation, ...choices }: Choices & { readonly navigation: readonly NavigationLink[] },
): Html {
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
          ${body(attempt, choices)}
          <p><a href="/">Back to the start page</a></p>
        </main>
      </body>
    </html> `;
}

function body(attempt: AttemptState, choices: Choices): Html {
  switch (attempt.status) {
    case 'waiting':
      return html`<h1 tabindex="-1">Sign in</h1>
        ${choices.here && signInHere()} ${onAnotherDevice(attempt, choices)}
        <details>
          <summary>In a terminal</summary>
          <p>The software phone approves the request: <code>npx platform phone approve &lt;link&gt;</code></p>
          <p class="link"><code>${attempt.deepLink}</code></p>
        </details>
        <p role="status" data-waiting>Waiting for the decision…</p>`;
    case 'none':
      return html`<h1 tabindex="-1">Try signing in</h1>
        <p>With a passkey in this browser, or with your phone.</p>
        ${ways(choices)}`;
    case 'signed in':
      return html`<h1 tabindex="-1">Signed in</h1>
        <p>
          The provider says that you are <code>${attempt.sub}</code>: your session address, the same for every
          application.
        </p>
        ${ways(choices)}`;
    case 'rejected':
      return html`<h1 tabindex="-1">Declined</h1>
        <p>The request was declined. Nothing was connected.</p>
        ${ways(choices)}`;
    case 'expired':
      return html`<h1 tabindex="-1">Request expired</h1>
        <p>The request expired before it was approved. A request is valid for a few minutes.</p>
        ${ways(choices)}`;
    case 'failed':
      return html`<h1 tabindex="-1">The sign-in failed</h1>
        <p>${attempt.reason}</p>
        ${ways(choices)}`;
  }
}

/** Renders the ways to start. */
const ways = ({ here }: Choices): Html =>
  html`${here && signInHere()}
    <form method="post" action="/try">
      <button class="${here ? 'button quiet' : 'button'}">Show the QR code</button>
    </form>`;

/** A request to sign in that waits for a decision on another device. */
interface WaitingRequest {
  readonly deepLink: string;
  readonly comparisonCode?: string | undefined;
}

/** How a visitor can sign in. */
export interface SignInChoices {
  /** The request whose QR code is shown; undefined before one is started. */
  readonly attempt: WaitingRequest | undefined;
  /** Whether the provider can return to this browser. */
  readonly here: boolean;
  /** Whether the visitor holds a phone, which cannot scan its own screen. */
  readonly phone: boolean;
}

/** Leads to the provider, which returns to this browser: nothing to compare, because the request stays in it. */
export const signInHerePath = '/try/here';

/** Renders the button that starts a sign-in in this browser. */
const signInHere = (label = 'On this device'): Html =>
  html`<p><a class="button" href="${signInHerePath}" rel="nofollow">${label}</a></p>`;

/** Renders the ways to sign in, with the QR code of the request that waits. */
export function signInRequest({ attempt, here, phone }: SignInChoices): Html {
  return html`<p>A person approves with a phone or a passkey; your application gets proven tokens.</p>
    ${here && signInHere('Try it on this device')}
    ${
      attempt === undefined
        ? html`<form method="post" action="/try">
            <button class="${here ? 'button quiet' : 'button'}">Show the QR code</button>
          </form>`
        : html`${onAnotherDevice(attempt, { here, phone })}
            <p><a href="/try">See who signed in</a></p>`
    }`;
}

/** Renders the QR code of a request; on a phone behind a disclosure. */
function onAnotherDevice(
  { deepLink, comparisonCode }: WaitingRequest,
  { here, phone }: Pick<SignInChoices, 'here' | 'phone'>,
): Html {
  const code = html`${qrSvg(deepLink, 'QR code of the sign-in link')} ${thisComputerOnly(deepLink)}
  ${comparisonCode && html`<p>Both screens show<br /><strong class="comparison">${comparisonCode}</strong></p>`}`;
  // Where the provider cannot return here, the link opens the same request.
  if (!here)
    return html`<p><a href="${deepLink}">Open the request here</a>, or scan it with a phone.</p>
      ${code}`;
  return phone
    ? html`<details class="another-device">
        <summary>On another device</summary>
        ${code}
      </details>`
    : html`<p>Or scan this code with a phone.</p>
        ${code}`;
}

/** Returns whether a browser says that it runs on a phone. */
export const isPhone = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\bMobi/.test(headers['user-agent'] ?? '');

/** Returns the text that a link with a loopback address opens on this computer only; undefined for other links. */
const thisComputerOnly = (link: string): Html | undefined =>
  isLoopbackHost(new URL(link).hostname)
    ? html`<p class="note">
        This link opens on this computer only: its address is ${new URL(link).hostname}. For a phone, start the platform
        with <code>npm start -- --lan</code>.
      </p>`
    : undefined;

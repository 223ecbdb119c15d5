import { type Html, html } from '../../html/html.ts';
import { qrSvg } from '../qr-svg.ts';

/** A service on the start page. */
export interface ServiceCard {
  readonly letter: string;
  /** Its argument for `npm start`. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  readonly url: string;
  readonly state: 'ready' | 'not ready' | 'not running';
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

/** An application that the web service itself serves. */
export interface ApplicationLink {
  readonly href: string;
  readonly title: string;
  readonly purpose: string;
}

export interface StartPageContent {
  readonly cards: readonly ServiceCard[];
  readonly applications: readonly ApplicationLink[];
  /** A sign-in attempt that waits for approval. */
  readonly attempt: { readonly deepLink: string; readonly comparisonCode?: string | undefined } | undefined;
}

/** Renders the start page: services with their state, applications, and a QR code to try signing in. */
export function startPage({ cards, applications, attempt }: StartPageContent): Html {
  const ready = cards.filter(({ state }) => state === 'ready').length;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>The platform</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <main>
          <header>
            <div>
              <h1>${ready === cards.length ? 'The platform is running' : 'Part of the platform is running'}</h1>
              <p>
                Sign-in, agent identity, a forum, payments and notifications. Every service has an API contract and a
                reference.
              </p>
              <p>${ready} of ${cards.length} services are ready.</p>
            </div>
            ${trySigningIn(attempt)}
          </header>
          <h2>Use it</h2>
          <ul class="cards">
            ${applications.map(application)}
          </ul>
          <h2>Services</h2>
          <ul class="cards">
            ${cards.map(card)}
          </ul>
          <section>
            <h2>Give an agent its identity</h2>
            <pre><code>npm run demo</code></pre>
            <p>
              runs the whole flow in the terminal: an agent gets a key, its owner approves it, it writes its first post.
            </p>
          </section>
        </main>
      </body>
    </html> `;
}

function trySigningIn(attempt: StartPageContent['attempt']): Html {
  if (attempt === undefined) {
    return html`<section class="try" aria-labelledby="try">
      <h2 id="try">Try signing in</h2>
      <p>With your phone, or a passkey in this browser.</p>
      <form method="post" action="/try"><button class="button">Show the QR code</button></form>
    </section>`;
  }
  const { deepLink, comparisonCode } = attempt;
  return html`<section class="try" aria-labelledby="try">
    <h2 id="try">Try signing in</h2>
    ${qrSvg(deepLink, 'QR code of the sign-in link')}
    <p>Scan it with a phone, or <a href="${deepLink}">approve here</a>.</p>
    ${comparisonCode && html`<p>Both screens show<br /><strong class="comparison">${comparisonCode}</strong></p>`}
    <p><a class="button" href="/try">See who signed in</a></p>
  </section>`;
}

function application({ href, title, purpose }: ApplicationLink): Html {
  return html` <li>
    <h3><a href="${href}">${title}</a></h3>
    <p>${purpose}</p>
  </li>`;
}

function card({ letter, name, title, purpose, url, state, links }: ServiceCard): Html {
  return html` <li>
    <h3><span class="letter">${letter}</span> ${title}</h3>
    <p>${purpose}</p>
    <p class="state"><span class="dot ${state.replace(' ', '-')}"></span> ${state} · <code>${url}</code></p>
    <p class="links">
      ${state === 'not running' ? html`Start it: <code>npm start -- ${name}</code>` : links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}
    </p>
  </li>`;
}

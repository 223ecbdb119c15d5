import { type Html, html } from '../html.ts';

/** A service as the start page shows it. */
export interface ServiceCard {
  readonly letter: string;
  readonly title: string;
  readonly purpose: string;
  readonly url: string;
  readonly state: 'ready' | 'not ready' | 'not running';
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

/** An application that this service serves itself. */
export interface ApplicationLink {
  readonly href: string;
  readonly title: string;
  readonly purpose: string;
}

/** Services and their state, and where to go next. */
export function startPage(cards: readonly ServiceCard[], applications: readonly ApplicationLink[]): Html {
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
            <h1>The platform is running</h1>
            <p>
              Sign-in, agent identity, a forum, payments and notifications. Every service has a contract; read it at its
              reference.
            </p>
            <p><a class="button" href="/try">Try signing in with a QR code</a></p>
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
              tells the whole story in the terminal: an agent gets a key, its owner approves, it writes its first post.
            </p>
          </section>
        </main>
      </body>
    </html> `;
}

function application({ href, title, purpose }: ApplicationLink): Html {
  return html` <li>
    <h3><a href="${href}">${title}</a></h3>
    <p>${purpose}</p>
  </li>`;
}

function card({ letter, title, purpose, url, state, links }: ServiceCard): Html {
  return html` <li>
    <h3><span class="letter">${letter}</span> ${title}</h3>
    <p>${purpose}</p>
    <p class="state"><span class="dot ${state.replace(' ', '-')}"></span> ${state} · <code>${url}</code></p>
    <p class="links">
      ${state === 'not running' ? 'Start it with npm start.' : links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}
    </p>
  </li>`;
}

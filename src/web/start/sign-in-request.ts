import { isLoopbackHost } from '../../runtime/public-address.ts';
import { type Html, html } from '../../html/html.ts';
import { qrSvg } from '../qr-svg.ts';

/** A request to sign in that waits for a decision. */
export interface WaitingRequest {
  readonly deepLink: string;
  readonly comparisonCode?: string | undefined;
}

/** Renders the button that starts a sign-in, or the QR code of the one that waits. */
export function signInRequest(attempt: WaitingRequest | undefined): Html {
  if (attempt === undefined)
    return html`<p>A person approves with a phone or a passkey; your application gets proven tokens.</p>
      <form method="post" action="/try"><button class="button">Try it: show the QR code</button></form>`;
  const { deepLink, comparisonCode } = attempt;
  return html`${qrSvg(deepLink, 'QR code of the sign-in link')} ${thisComputerOnly(deepLink)}
    <p>Scan it with a phone, or <a href="${deepLink}">approve here</a>.</p>
    ${comparisonCode && html`<p>Both screens show<br /><strong class="comparison">${comparisonCode}</strong></p>`}
    <p><a class="button" href="/try">See who signed in</a></p>`;
}

/** Returns the text that a link with a loopback address opens on this computer only; undefined for other links. */
export const thisComputerOnly = (link: string): Html | undefined =>
  isLoopbackHost(new URL(link).hostname)
    ? html`<p class="note">
        This link opens on this computer only: its address is ${new URL(link).hostname}. For a phone, start the platform
        with <code>npm start -- --lan</code>.
      </p>`
    : undefined;

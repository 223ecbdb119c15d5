import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../runtime/public-address.ts';
import { type Html, html } from '../../html/html.ts';
import { qrSvg } from '../qr-svg.ts';

/** A request to sign in that waits for a decision on another device. */
export interface WaitingRequest {
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
export const signInHere = (label = 'On this device'): Html =>
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
export function onAnotherDevice(
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

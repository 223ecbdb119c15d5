import { html } from '../../html/html.ts';
import type { ProviderPage } from '../approval/provider-page.ts';

export const signedOutPage: ProviderPage = {
  title: 'Signed out',
  page: 'message',
  content: html`<div class="screen">
    <h1>You are signed out</h1>
    <p>This browser is no longer signed in here. Applications and agents on your other devices stay connected.</p>
  </div>`,
};

/** Returns the page that asks before it signs out. @param fields hidden fields that continue the request */
export function confirmLogoutPage(fields: Readonly<Record<string, string>>): ProviderPage {
  return {
    title: 'Sign out?',
    page: 'message',
    content: html`<div class="screen">
      <h1>Sign out?</h1>
      <p>An application asks to sign this browser out of Platform Sign-In.</p>
      <form method="post" action="/oauth/end_session/confirm">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button type="submit">Sign out</button>
      </form>
    </div>`,
  };
}

export function logoutErrorPage(problem: string): ProviderPage {
  return {
    title: 'This request cannot continue',
    page: 'message',
    content: html`<div class="screen">
      <h1>This request cannot continue</h1>
      <p>You were not signed out. If this page returns, tell the operator of the application:</p>
      <p class="notice"><code>invalid_request</code> ${problem}</p>
    </div>`,
  };
}

/**
 * Returns the page that goes on to a URL: to the application, or to the same request from this site, because browsers
 * hide the session from a navigation that another site starts (SameSite=Strict).
 */
export function continueLogoutPage(url: string): ProviderPage {
  return {
    title: 'Signing out',
    page: 'message',
    content: html`<div class="screen">
      <meta http-equiv="refresh" content="0; url=${url}" />
      <h1>Signing out …</h1>
      <p><a href="${url}">Continue</a></p>
    </div>`,
  };
}

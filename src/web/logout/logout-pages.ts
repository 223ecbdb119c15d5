import { html } from '../../html/html.ts';
import type { LocalizedPage } from '../approval/provider-page.ts';

export const signedOutPage: LocalizedPage = (texts) => ({
  title: texts.text('signedOut'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('signedOutTitle')}</h1>
    <p>${texts.text('signedOutText')}</p>
  </div>`,
});

export const notSignedInPage: LocalizedPage = (texts) => ({
  title: texts.text('notSignedInTitle'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('notSignedInTitle')}</h1>
    <p>${texts.text('notSignedInText')}</p>
  </div>`,
});

/**
 * Returns the page that asks before it signs out.
 *
 * @param fields hidden fields that continue the request
 * @param endedApplications number of applications that end with it; undefined when this browser is not signed in
 */
export function confirmLogoutPage(
  fields: Readonly<Record<string, string>>,
  endedApplications: number | undefined,
): LocalizedPage {
  return (texts) => ({
    title: texts.text('signOutQuestion'),
    page: 'message',
    content: html`<div class="screen">
      <h1>${texts.text('signOutQuestion')}</h1>
      <p>${texts.text('signOutText')}</p>
      ${endedApplications === undefined ? '' : html`<p class="ends">${texts.text('signOutEnds', { count: endedApplications })}</p>`}
      <form method="post" action="/oauth/end_session/confirm">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="actions">
          <button type="submit" class="button primary">${texts.text('signOut')}</button>
          <a class="button plain" href="/owner">${texts.text('staySignedIn')}</a>
        </div>
      </form>
    </div>`,
  });
}

export function logoutErrorPage(problem: string): LocalizedPage {
  return (texts) => ({
    title: texts.text('cannotContinue'),
    page: 'message',
    content: html`<div class="screen">
      <h1>${texts.text('cannotContinue')}</h1>
      <p>${texts.text('notSignedOut')}</p>
      <p class="notice" lang="en"><code>invalid_request</code> ${problem}</p>
    </div>`,
  });
}

/**
 * Returns the page that goes on to a URL: to the application, or to the same request from this site, because browsers
 * hide the session from a navigation that another site starts (SameSite=Strict).
 */
export function continueLogoutPage(url: string): LocalizedPage {
  return (texts) => ({
    title: texts.text('signingOut'),
    page: 'message',
    content: html`<div class="screen">
      <meta http-equiv="refresh" content="0; url=${url}" />
      <h1>${texts.text('signingOutTitle')}</h1>
      <p><a href="${url}">${texts.text('continue')}</a></p>
    </div>`,
  });
}

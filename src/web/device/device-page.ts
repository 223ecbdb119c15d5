import { html } from '../../html/html.ts';
import type { LocalizedPage } from '../approval/provider-page.ts';

/** Returns the page on which a person types the code that a device shows (RFC 8628 §3.3). */
export function devicePage(problem?: 'deviceCodeUnknown' | 'deviceCodeFromOtherSite'): LocalizedPage {
  return (texts) => ({
    title: texts.text('connectDevice'),
    page: 'message',
    address: '/device',
    content: html`<div class="screen">
      <h1>${texts.text('connectDevice')}</h1>
      <p>${texts.text('connectDeviceText')}</p>
      ${problem === undefined ? undefined : html`<p class="notice" role="alert">${texts.text(problem)}</p>`}
      <form class="row" method="post" action="/device">
        <label for="user_code">${texts.text('deviceCode')}</label>
        <input
          id="user_code"
          name="user_code"
          required
          maxlength="16"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          placeholder="WDJB-MJHT"
          autofocus
        />
        <button type="submit" class="button primary">${texts.text('continue')}</button>
      </form>
    </div>`,
  });
}

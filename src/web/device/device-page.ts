import { html } from '../../html/html.ts';
import type { ProviderPage } from '../approval/provider-page.ts';

/** Returns the page on which a person types the code that a device shows (RFC 8628 §3.3). */
export function devicePage(problem?: string): ProviderPage {
  return {
    title: 'Connect a device',
    page: 'message',
    content: html`<div class="screen">
      <h1>Connect a device</h1>
      <p>Type the code that the device shows. Only go on if the device is in front of you, or yours.</p>
      ${problem === undefined ? undefined : html`<p class="notice" role="alert">${problem}</p>`}
      <form class="row" method="post" action="/device">
        <label for="user_code">Code</label>
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
        <button type="submit">Continue</button>
      </form>
    </div>`,
  };
}

export const unknownUserCode =
  'No device waits with this code. Check it, or start again on the device: a code works for a few minutes.';

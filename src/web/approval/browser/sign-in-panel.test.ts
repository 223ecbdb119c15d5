import { afterEach, expect, test, vi } from 'vitest';
import { germanScreens } from '../messages/de/screens.ts';
import { setLanguage } from './language.ts';
import { signInPanel } from './sign-in-panel.ts';

afterEach(() => vi.unstubAllGlobals());

/** Texts of the buttons and of the notice for somebody who is signed out. */
function panel() {
  setLanguage('de', germanScreens);
  const section = signInPanel(async () => undefined);
  return {
    buttons: [...section.querySelectorAll('button')].map(({ textContent }) => textContent),
    notice: section.querySelector('.notice')?.textContent,
    address: section.querySelector('code')?.textContent,
  };
}

test('sign-in: a browser without WebAuthn is told before the first attempt where else the page can be opened', () => {
  const { buttons, notice, address } = panel();
  expect([buttons, address]).toEqual([[], location.href]);
  expect(notice).toBe(germanScreens.noPasskeysHere);
});

test('sign-in: a browser with WebAuthn offers a passkey', () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const { buttons, notice } = panel();
  expect(buttons).toEqual([germanScreens.signInWithPasskey, germanScreens.createPasskey]);
  expect(notice).toBeUndefined();
});

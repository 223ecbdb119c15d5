import { element, runAction, showScreen } from './screen.ts';
import { translated } from './language.ts';
import { joinWithPasskey, passkeyNameField } from './passkey.ts';

/** Runs the page of a device link: this browser creates a passkey for the identity whose account page shows the link. */
export function runLink(): void {
  const link = location.pathname.split('/').at(-1) ?? '';
  const name = passkeyNameField(translated('deviceName'));
  const form = element(
    'form',
    { class: 'rename' },
    name.label,
    name.input,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, translated('linkThisDevice')),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runAction(async () => {
      await joinWithPasskey(link, name.input.value.trim());
      location.assign('/owner#authenticators');
    });
  });
  showScreen(
    element('h1', {}, translated('linkThisDevice')),
    element('p', {}, translated('linkThisDeviceText')),
    form,
    element(
      'details',
      { class: 'raw' },
      element('summary', {}, translated('softwarePhone')),
      element('code', { class: 'link-text' }, `npm run --silent phone -- link ${location.origin}${location.pathname}`),
    ),
  );
}

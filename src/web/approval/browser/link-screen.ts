import { element } from './element.ts';
import { joinWithPasskey, suggestedName } from './passkey.ts';
import { runAction, showScreen } from './screen.ts';

/** Runs the page at a link of an account: this browser gets a passkey of the identity that shows the link. */
export function runLink(): void {
  const link = location.pathname.split('/').at(-1) ?? '';
  const name = element('input', {
    id: 'passkey-name',
    name: 'name',
    required: true,
    maxlength: '80',
    autocomplete: 'off',
    value: suggestedName(),
  });
  const form = element(
    'form',
    { class: 'rename' },
    element('label', { for: 'passkey-name' }, 'Name of this device'),
    name,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, 'Link this device'),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runAction(async () => {
      await joinWithPasskey(link, name.value.trim());
      location.assign('/owner#authenticators');
    });
  });
  showScreen(
    element('h1', {}, 'Link this device'),
    element(
      'p',
      {},
      'This device gets a passkey of the identity that shows the link. Continue only if the link is from your own account page: otherwise you would sign in as somebody else.',
    ),
    form,
    element(
      'details',
      { class: 'raw' },
      element('summary', {}, 'Use the software phone instead'),
      element('code', { class: 'link-text' }, `npm run --silent phone -- link ${location.origin}${location.pathname}`),
    ),
  );
}

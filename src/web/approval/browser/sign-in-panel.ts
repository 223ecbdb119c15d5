import { element } from './element.ts';
import { createPasskey, signIn, suggestedName } from './passkey.ts';
import { actionButton, complain, run } from './screen.ts';

/** Two ways in: a passkey that one has, and a new one. @param proceed is called once somebody is signed in */
export function signInPanel(proceed: () => Promise<void>): HTMLElement {
  const name = element('input', {
    id: 'passkey-name',
    name: 'name',
    required: true,
    maxlength: '80',
    autocomplete: 'off',
    value: suggestedName(),
  });
  const create = element('button', { type: 'submit', class: 'button plain' }, 'Create a passkey');
  const form = element(
    'form',
    { class: 'new-passkey' },
    element('label', { for: 'passkey-name' }, 'Name of the new passkey'),
    element('div', { class: 'row' }, name, create),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = name.value.trim();
    if (chosen === '') return complain('Give the passkey a name, so that you will know it.');
    void run(async () => {
      await createPasskey(chosen);
      await proceed();
    });
  });
  const known = actionButton('Sign in with a passkey', 'primary', async () => {
    await signIn();
    await proceed();
  });
  return element(
    'section',
    { class: 'sign-in', 'aria-label': 'Sign in' },
    known,
    element('p', { class: 'or' }, 'new here?'),
    form,
  );
}

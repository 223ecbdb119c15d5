import { element } from './element.ts';
import { recoverWithPasskey, signInWithPasskey, suggestedName } from './passkey.ts';
import { actionButton, runAction, showScreen } from './screen.ts';

/** Runs the page that adds a passkey with a recovery code. */
export function runRecovery(): void {
  const code = element('input', {
    id: 'code',
    name: 'code',
    required: true,
    maxlength: '64',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    placeholder: 'XXXX-XXXX-XXXX-XXXX',
  });
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
    element('label', { for: 'code' }, 'Recovery code'),
    code,
    element('label', { for: 'passkey-name' }, 'Name of the new passkey'),
    name,
    element('div', { class: 'actions' }, element('button', { type: 'submit', class: 'button primary' }, 'Recover')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void runAction(async () => showRecovered(await recoverWithPasskey(code.value.trim(), name.value.trim())));
  });
  showScreen(
    element('h1', {}, 'Recover your identity'),
    element(
      'p',
      {},
      'If you have lost all your passkeys and devices, one of your recovery codes adds a new passkey to your identity. The code works once, and all your browsers are signed out.',
    ),
    form,
  );
}

function showRecovered(codesLeft: number): void {
  const left = codesLeft === 1 ? 'You have 1 recovery code left.' : `You have ${codesLeft} recovery codes left.`;
  showScreen(
    element('div', { class: 'outcome yes', 'aria-hidden': 'true' }),
    element('h1', {}, 'Recovered'),
    element('p', {}, `Your new passkey is added, and all browsers are signed out. ${left}`),
    element('p', {}, 'Sign in with the new passkey. In your account, remove the passkeys and devices that you lost.'),
    actionButton('Sign in with a passkey', 'primary', async () => {
      await signInWithPasskey();
      location.assign('/owner');
    }),
  );
}

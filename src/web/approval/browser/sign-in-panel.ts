import { element } from './element.ts';
import { forgetInvite, inviteOfAddress, isInvited, registration } from './invite.ts';
import { createFirstPasskey, signInWithPasskey, suggestedName } from './passkey.ts';
import { actionButton, showError, runAction } from './screen.ts';

/**
 * Renders the sign-in with an existing or a new passkey.
 *
 * @param proceed called after sign-in
 * @param requestId authorization request whose page this is
 */
export function signInPanel(proceed: () => Promise<void>, requestId?: string): HTMLElement {
  const name = element('input', {
    id: 'passkey-name',
    name: 'name',
    required: true,
    maxlength: '80',
    autocomplete: 'off',
    value: suggestedName(),
  });
  const admission = registration();
  const invited = isInvited();
  const invite = element('input', {
    id: 'invite',
    name: 'invite',
    required: true,
    maxlength: '64',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    value: inviteOfAddress(),
  });
  const create = element(
    'button',
    { type: 'submit', class: `button ${invited ? 'primary' : 'plain'}` },
    'Create a passkey',
  );
  const form = element(
    'form',
    { class: 'new-passkey' },
    ...(admission === 'invite'
      ? [element('label', { for: 'invite' }, 'Invite'), element('div', { class: 'row' }, invite)]
      : []),
    element('label', { for: 'passkey-name' }, 'Name of the new passkey'),
    element('div', { class: 'row' }, name, create),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = name.value.trim();
    if (chosen === '') return showError('Enter a name for the passkey, so that you can recognize it later.');
    void runAction(async () => {
      await createFirstPasskey({
        name: chosen,
        invite: admission === 'invite' ? invite.value.trim() : undefined,
        requestId,
      });
      forgetInvite();
      await proceed();
    });
  });
  const known = actionButton('Sign in with a passkey', invited ? 'plain' : 'primary', async () => {
    await signInWithPasskey(requestId);
    await proceed();
  });
  const ways = (): readonly HTMLElement[] => {
    if (admission === 'closed')
      return [known, element('p', { class: 'quiet' }, 'New identities cannot be created here.')];
    return invited
      ? [form, element('p', { class: 'or' }, 'or sign in, if you have an identity here'), known]
      : [known, element('p', { class: 'or' }, 'or create a new identity'), form];
  };
  return element(
    'section',
    { class: 'sign-in', 'aria-label': 'Sign in' },
    ...ways(),
    element(
      'p',
      { class: 'quiet' },
      'Lost your passkeys and devices? ',
      element('a', { href: '/recover' }, 'Use a recovery code'),
      '.',
    ),
  );
}

import { element } from './element.ts';
import { forgetInvite, inviteOfAddress, isInvited, registration } from './invite.ts';
import { translated, textParts } from './language.ts';
import { createFirstPasskey, signInWithPasskey } from './passkey.ts';
import { passkeyNameField } from './passkey-name.ts';
import { actionButton, showError, runAction } from './screen.ts';

/**
 * Renders the sign-in with an existing or a new passkey.
 *
 * @param proceed called after sign-in
 * @param requestId authorization request whose page this is
 */
export function signInPanel(proceed: () => Promise<void>, requestId?: string): HTMLElement {
  const name = passkeyNameField(translated('passkeyName'));
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
    translated('createPasskey'),
  );
  const form = element(
    'form',
    { class: 'new-passkey' },
    ...(admission === 'invite'
      ? [element('label', { for: 'invite' }, translated('invite')), element('div', { class: 'row' }, invite)]
      : []),
    name.label,
    element('div', { class: 'row' }, name.input, create),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = name.input.value.trim();
    if (chosen === '') return showError(translated('passkeyNameNeeded'));
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
  const known = actionButton(translated('signInWithPasskey'), invited ? 'plain' : 'primary', async () => {
    await signInWithPasskey(requestId);
    await proceed();
  });
  const ways = (): readonly HTMLElement[] => {
    if (admission === 'closed') return [known, element('p', { class: 'quiet' }, translated('noNewIdentities'))];
    return invited
      ? [form, element('p', { class: 'or' }, translated('orSignIn')), known]
      : [known, element('p', { class: 'or' }, translated('orCreate')), form];
  };
  return element(
    'section',
    { class: 'sign-in', 'aria-label': translated('signIn') },
    ...ways(),
    element(
      'p',
      { class: 'quiet' },
      ...textParts('lostEverything', { link: element('a', { href: '/recover' }, translated('useRecoveryCode')) }),
    ),
  );
}

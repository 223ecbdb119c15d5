import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { actionButton, element, onSubmit, PageError } from './screen.ts';
import { textParts, translated } from './language.ts';
import { createFirstPasskey, passkeyNameField, signInWithPasskey } from './passkey.ts';
import type { Registration } from '../../../sso/settings.ts';

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
  onSubmit(form, async () => {
    const chosen = name.input.value.trim();
    if (chosen === '') throw new PageError(translated('passkeyNameNeeded'));
    await createFirstPasskey({
      name: chosen,
      invite: admission === 'invite' ? invite.value.trim() : undefined,
      requestId,
    });
    forgetInvite();
    await proceed();
  });
  const known = actionButton(translated('signInWithPasskey'), invited ? 'plain' : 'primary', async () => {
    await signInWithPasskey(requestId);
    await proceed();
  });
  const ways = (): readonly HTMLElement[] => {
    // Said before the first attempt; the fragment may have the code of an invite.
    if (!browserSupportsWebAuthn())
      return [
        element('p', { class: 'notice' }, translated('noPasskeysHere')),
        element('p', {}, element('code', {}, location.href)),
      ];
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

/** Who may become an owner, as the page says; everybody when it does not say. */
function registration(): Registration {
  const registrationOfPage = document.querySelector<HTMLElement>('main')?.dataset['registration'];
  return registrationOfPage === 'invite' || registrationOfPage === 'closed' ? registrationOfPage : 'open';
}

/** Returns the code of the invite link that opened this page; empty without one. */
function inviteOfAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('invite') ?? '';
}

/** Whether the link of an invite opened this page, where invites admit people. */
export const isInvited = (): boolean => registration() === 'invite' && inviteOfAddress() !== '';

/** Removes the used invite from the address, so that a reload does not offer it again. */
function forgetInvite(): void {
  if (inviteOfAddress() !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
}

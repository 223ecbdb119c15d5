import type { ConnectedSession, Owner } from '../../../../generated/sso/types.ts';
import { accountNavigation, type AccountSection, accountSection } from './account-section.ts';
import { authenticators } from './authenticators.ts';
import { connections } from './connections.ts';
import { deleteIdentity } from './delete-identity.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { addPasskey, suggestedName } from './passkey.ts';
import { actionButton, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { responseError, sso } from './sso.ts';

/** Runs the account page. @param section receives the focus, after a change of it */
export async function runAccount(section?: AccountSection): Promise<void> {
  const owner = await sso.getOwner();
  if (owner.status === 401) return showSignIn();
  if (owner.status !== 200) throw responseError(owner);
  const listed = await sso.listConnectedSessions({ query: { limit: 100 } });
  if (listed.status !== 200) throw responseError(listed);
  showAccount(owner.body, listed.body.sessions, listed.body.nextCursor);
  const target = section ?? location.hash.slice(1);
  if (target !== '') document.getElementById(`${target}-title`)?.focus();
}

function showSignIn(): void {
  showScreen(
    element('h1', {}, 'Your account'),
    element('p', {}, 'Manage the applications and agents that can act for you, and your passkeys and devices.'),
    signInPanel(runAccount),
  );
}

function showAccount(owner: Owner, sessions: readonly ConnectedSession[], nextCursor: string | null): void {
  showScreen(
    element(
      'div',
      { class: 'account' },
      element(
        'div',
        {},
        element('h1', {}, 'Your account'),
        element('small', {}, 'Session address ', element('code', {}, owner.sub)),
        element('small', {}, `Created ${formatTime(owner.createdAt)}`),
      ),
      actionButton('Sign out', 'plain', signOut),
    ),
    owner.passkeys.length + owner.devices.length === 1 ? singleAuthenticatorWarning() : undefined,
    accountNavigation(),
    accountSection(
      'connections',
      'These can act for you until you disconnect them. Applications know you by your session address only.',
      connections(sessions, nextCursor),
    ),
    accountSection(
      'authenticators',
      'You sign in and approve requests with these. A passkey works in browsers, and its maker may synchronize it between your devices. A device is an app or a program with a key of its own.',
      authenticators(owner, () => runAccount('authenticators')),
      element('div', { class: 'actions' }, actionButton('Add a passkey', 'plain', addAnotherPasskey)),
    ),
    accountSection(
      'deletion',
      'This disconnects every application and deletes your passkeys and devices. Your session address is never assigned again.',
      element('div', { class: 'actions' }, actionButton('Delete …', 'danger', deleteIdentity)),
    ),
  );
}

/** Warns that losing the only authenticator means losing the identity. */
function singleAuthenticatorWarning(): HTMLElement {
  return element(
    'p',
    { class: 'notice warning' },
    element('strong', {}, 'You have one way to sign in. '),
    'If you lose it, you lose this identity. ',
    element('a', { href: '#authenticators' }, 'Add a second one'),
    ', best on another device.',
  );
}

async function addAnotherPasskey(): Promise<void> {
  await addPasskey(suggestedName());
  await runAccount('authenticators');
}

async function signOut(): Promise<void> {
  const response = await sso.deleteOwnerSession();
  if (response.status !== 204 && response.status !== 401) throw responseError(response);
  showSignIn();
}

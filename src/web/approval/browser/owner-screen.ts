import type { ConnectedSession, Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { element } from './element.ts';
import { addPasskey, confirmWithPasskey, suggestedName } from './passkey.ts';
import { actionButton, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { responseError, sso } from './sso.ts';

/** Runs the account page. */
export async function runOwner(): Promise<void> {
  const owner = await sso.getOwner();
  if (owner.status === 401) return showSignIn();
  if (owner.status !== 200) throw responseError(owner);
  const listed = await sso.listConnectedSessions({ query: { limit: 100 } });
  if (listed.status !== 200) throw responseError(listed);
  showOwner(owner.body, listed.body.sessions, listed.body.nextCursor);
}

function showSignIn(): void {
  showScreen(
    element('h1', {}, 'Your connections'),
    element('p', {}, 'See which applications and agents can act for you, and disconnect them.'),
    signInPanel(runOwner),
  );
}

function showOwner(owner: Owner, sessions: readonly ConnectedSession[], nextCursor: string | null): void {
  showScreen(
    element('h1', {}, 'Your connections'),
    element(
      'p',
      { class: 'quiet' },
      'You are ',
      element('code', { title: 'Your session address: how applications know you' }, owner.sub),
    ),
    connections(sessions, nextCursor),
    element('h2', {}, 'Passkeys and devices'),
    credentials(owner, runOwner),
    element(
      'div',
      { class: 'actions' },
      actionButton('Add a passkey', 'plain', addAnotherPasskey),
      actionButton('Sign out', 'plain', signOut),
    ),
    element('h2', {}, 'Delete your identity'),
    element(
      'p',
      { class: 'quiet' },
      'This disconnects every application and deletes your passkeys and devices. Your session address is never assigned again.',
    ),
    element('div', { class: 'actions' }, actionButton('Delete …', 'danger', deleteOwner)),
  );
}

async function addAnotherPasskey(): Promise<void> {
  await addPasskey(suggestedName());
  await runOwner();
}

async function signOut(): Promise<void> {
  const response = await sso.deleteOwnerSession();
  if (response.status !== 204 && response.status !== 401) throw responseError(response);
  showSignIn();
}

async function deleteOwner(): Promise<void> {
  const confirmed = await confirm({
    title: 'Delete your identity?',
    text: 'All applications are disconnected, and the provider deletes your passkeys. This cannot be undone.',
    yes: 'Delete for good',
  });
  if (!confirmed) return;
  const response = await sso.deleteOwner({ body: { assertion: await confirmWithPasskey({ action: 'delete_owner' }) } });
  if (response.status !== 204) throw responseError(response);
  showScreen(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, 'Deleted'),
    element(
      'p',
      {},
      'Your identity is deleted, and every application is disconnected. You can now remove the passkey from your device.',
    ),
  );
}

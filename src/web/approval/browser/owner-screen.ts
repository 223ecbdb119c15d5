import type { ConnectedSession, Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { element } from './element.ts';
import { createPasskey, suggestedName } from './passkey.ts';
import { actionButton, show } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { explain, sso } from './sso.ts';

/** Runs the page on which a person sees who is connected. */
export async function runOwner(): Promise<void> {
  const owner = await sso.getOwner();
  if (owner.status === 401) return showSignIn();
  if (owner.status !== 200) throw explain(owner);
  const listed = await sso.listConnectedSessions({ query: { limit: 100 } });
  if (listed.status !== 200) throw explain(listed);
  showOwner(owner.body, listed.body.sessions, listed.body.nextCursor);
}

function showSignIn(): void {
  show(
    element('h1', {}, 'Your connections'),
    element('p', {}, 'See which applications and agents can act for you, and disconnect them.'),
    signInPanel(runOwner),
  );
}

function showOwner(owner: Owner, sessions: readonly ConnectedSession[], nextCursor: string | null): void {
  show(
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
      actionButton('Add a passkey', 'plain', addPasskey),
      actionButton('Sign out', 'plain', deleteOwnerSession),
    ),
    element('h2', {}, 'Delete your identity'),
    element(
      'p',
      { class: 'quiet' },
      'Disconnects everything and deletes your passkeys and devices. Nobody will ever get your address again.',
    ),
    element('div', { class: 'actions' }, actionButton('Delete …', 'danger', deleteOwner)),
  );
}

async function addPasskey(): Promise<void> {
  await createPasskey(suggestedName());
  await runOwner();
}

async function deleteOwnerSession(): Promise<void> {
  const answer = await sso.deleteOwnerSession();
  if (answer.status !== 204 && answer.status !== 401) throw explain(answer);
  showSignIn();
}

async function deleteOwner(): Promise<void> {
  const sure = await confirm({
    title: 'Delete your identity?',
    text: 'All applications are disconnected and your passkeys are deleted here. There is no way back.',
    yes: 'Delete for good',
  });
  if (!sure) return;
  const answer = await sso.deleteOwner();
  if (answer.status !== 204) throw explain(answer);
  show(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, 'Deleted'),
    element(
      'p',
      {},
      'Your identity is gone, and every application is disconnected. You may remove the passkey from your device, too.',
    ),
  );
}

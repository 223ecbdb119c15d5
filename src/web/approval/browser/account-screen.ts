import type {
  BrowserSessionPage,
  ConnectedSessionPage,
  Owner,
  OwnerActivityPage,
} from '../../../../generated/sso/types.ts';
import { accountNavigation, type AccountSection, accountSection } from './account-section.ts';
import { activity } from './activity.ts';
import { authenticators } from './authenticators.ts';
import { browserSessions } from './browser-sessions.ts';
import { connections } from './connections.ts';
import { deleteIdentity } from './delete-identity.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { isInvited } from './invite.ts';
import { linkDevice, resumeLink } from './link-device.ts';
import { addPasskey, suggestedName } from './passkey.ts';
import { recoveryCodes } from './recovery-codes.ts';
import { recoveryNotice } from './recovery-notice.ts';
import { actionButton, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { responseError, sso } from './sso.ts';

/** What the account page shows. */
interface Account {
  readonly owner: Owner;
  readonly connected: ConnectedSessionPage;
  readonly browsers: BrowserSessionPage;
  readonly events: OwnerActivityPage;
}

/** Runs the account page. @param section receives the focus, after a change of it */
export async function runAccount(section?: AccountSection): Promise<void> {
  const owner = await sso.getOwner();
  if (owner.status === 401) return showSignIn();
  if (owner.status !== 200) throw responseError(owner);
  const [connected, browsers, events] = await Promise.all([
    sso.listConnectedSessions({ query: { limit: 100 } }),
    sso.listBrowserSessions({ query: { limit: 100 } }),
    sso.listOwnerActivity({ query: { limit: 10 } }),
  ]);
  if (connected.status !== 200) throw responseError(connected);
  if (browsers.status !== 200) throw responseError(browsers);
  if (events.status !== 200) throw responseError(events);
  showAccount({ owner: owner.body, connected: connected.body, browsers: browsers.body, events: events.body });
  const target = section ?? location.hash.slice(1);
  if (target !== '') document.getElementById(`${target}-title`)?.focus();
  resumeLink(deviceLinked);
}

function showSignIn(): void {
  const [title, text] = isInvited()
    ? [
        'You are invited',
        'Create a passkey on this device: it is your identity here, without a name or an e-mail address. The invite works once.',
      ]
    : ['Your account', 'Manage the applications and agents that can act for you, and your passkeys and devices.'];
  showScreen(element('h1', {}, title), element('p', {}, text), signInPanel(runAccount));
}

function showAccount({ owner, connected, browsers, events }: Account): void {
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
    recoveryNotice(owner),
    isLostWithOneDevice(owner) ? singleAuthenticatorWarning() : undefined,
    accountNavigation(),
    accountSection(
      'connections',
      'These can act for you until you disconnect them. Applications know you by your session address only.',
      connections(connected.sessions, connected.nextCursor),
    ),
    accountSection(
      'authenticators',
      'You sign in and approve requests with these. A passkey works in browsers, and its maker may synchronize it between your devices. A device is an app or a program with a key of its own.',
      authenticators(owner, () => runAccount('authenticators')),
      element(
        'div',
        { class: 'actions' },
        actionButton('Add a passkey', 'plain', addAnotherPasskey),
        actionButton('Link a phone or device', 'plain', () => linkDevice(deviceLinked)),
      ),
    ),
    accountSection(
      'recovery',
      'If you lose all your passkeys and devices, a recovery code adds a new passkey to this identity. Each code works once.',
      recoveryCodes(owner, () => runAccount('recovery')),
    ),
    accountSection(
      'browsers',
      'These browsers can open this page. Approving and changing anything important needs your passkey as well.',
      browserSessions(browsers.browserSessions, { changed: () => runAccount('browsers'), signedOut: showSignIn }),
    ),
    accountSection('activity', 'What happened to your identity in the last 400 days.', activity(events)),
    accountSection(
      'deletion',
      'This disconnects every application and deletes your passkeys and devices. Your session address is never assigned again.',
      element('div', { class: 'actions' }, actionButton('Delete …', 'danger', deleteIdentity)),
    ),
  );
}

/** Whether one lost device is a lost identity. */
const isLostWithOneDevice = ({ passkeys, devices, recoveryCodesLeft }: Owner): boolean =>
  passkeys.length + devices.length === 1 && recoveryCodesLeft === 0;

/** Warns that losing the only authenticator means losing the identity. */
function singleAuthenticatorWarning(): HTMLElement {
  return element(
    'p',
    { class: 'notice warning' },
    element('strong', {}, 'You have one way to sign in. '),
    'If you lose it, you lose this identity. ',
    element('a', { href: '#authenticators' }, 'Add a second one'),
    ', best on another device, or ',
    element('a', { href: '#recovery' }, 'create recovery codes'),
    '.',
  );
}

async function addAnotherPasskey(): Promise<void> {
  await addPasskey(suggestedName());
  await runAccount('authenticators');
}

async function deviceLinked(name: string): Promise<void> {
  await runAccount('authenticators');
  document
    .getElementById('authenticators-title')
    ?.after(
      element('p', { class: 'notice done', role: 'status' }, `${name} was linked. If this is not yours, remove it.`),
    );
}

async function signOut(): Promise<void> {
  const response = await sso.deleteOwnerSession();
  if (response.status !== 204 && response.status !== 401) throw responseError(response);
  showSignIn();
}

import type {
  BrowserSession,
  BrowserSessionPage,
  ConnectedSessionPage,
  Owner,
  OwnerActivityPage,
  OwnerNotices,
  OwnerProfile,
} from '../../../../generated/sso/types.ts';
import { accountNavigation, accountSection } from './account-section.ts';
import { activity } from './activity.ts';
import { authenticators } from './authenticators.ts';
import { browserSessions, confirmEnd } from './browser-sessions.ts';
import { connections } from './connections.ts';
import { deleteIdentity } from './delete-identity.ts';
import { element } from './element.ts';
import { formatTime } from './format.ts';
import { isInvited } from './invite.ts';
import { translated, textParts } from './language.ts';
import { linkDevice, resumeLink } from './link-device.ts';
import { SignedOutError } from './page-error.ts';
import { addPasskey, suggestedName } from './passkey.ts';
import { profileForm } from './profile.ts';
import { notices } from './notices.ts';
import { readOwner } from './read-owner.ts';
import { recoveryCodes } from './recovery-codes.ts';
import { recoveryNotice } from './recovery-notice.ts';
import { actionButton, onSignedOut, runInBackground, showError, showScreen } from './screen.ts';
import { signInPanel } from './sign-in-panel.ts';
import { responseError, sso } from './sso.ts';

/** What the account page shows. */
interface Account {
  readonly owner: Owner;
  readonly profile: OwnerProfile;
  readonly connected: ConnectedSessionPage;
  readonly browsers: BrowserSessionPage;
  readonly events: OwnerActivityPage;
  readonly unseen: OwnerNotices;
}

/** Runs the account page. @param section receives the focus, after a change of it or a new sign-in */
export async function runAccount(section?: string): Promise<void> {
  onSignedOut((origin) => {
    showSignIn(origin?.closest('section')?.id);
    showError(new SignedOutError().message);
  });
  const owner = await readOwner();
  if (owner === undefined) return showSignIn();
  const [profile, connected, browsers, events, unseen] = await Promise.all([
    sso.getOwnerProfile(),
    sso.listConnectedSessions({ query: { limit: 100 } }),
    sso.listBrowserSessions({ query: { limit: 100 } }),
    sso.listOwnerActivity({ query: { limit: 10 } }),
    sso.getOwnerNotices(),
  ]);
  if (profile.status !== 200) throw responseError(profile);
  if (connected.status !== 200) throw responseError(connected);
  if (browsers.status !== 200) throw responseError(browsers);
  if (events.status !== 200) throw responseError(events);
  if (unseen.status !== 200) throw responseError(unseen);
  showAccount({
    owner,
    profile: profile.body,
    connected: connected.body,
    browsers: browsers.body,
    events: events.body,
    unseen: unseen.body,
  });
  const target = section ?? location.hash.slice(1);
  if (target !== '') document.getElementById(`${target}-title`)?.focus();
  resumeLink(deviceLinked);
}

/** @param section receives the focus after the sign-in */
function showSignIn(section?: string): void {
  const [title, introduction] = isInvited()
    ? [translated('invited'), translated('invitedText')]
    : [translated('account'), translated('accountText')];
  showScreen(
    element('h1', {}, title),
    element('p', {}, introduction),
    signInPanel(() => runAccount(section)),
  );
}

function showAccount({ owner, profile, connected, browsers, events, unseen }: Account): void {
  showScreen(
    element(
      'div',
      { class: 'account' },
      element(
        'div',
        {},
        element('h1', {}, translated('account')),
        element('small', {}, ...textParts('sessionAddress', { address: element('code', {}, owner.sub) })),
        element('small', {}, translated('created', { time: formatTime(owner.createdAt) })),
      ),
      actionButton(translated('signOut'), 'plain', () => signOut(browsers.browserSessions)),
    ),
    recoveryNotice(owner),
    notices(unseen),
    isLostWithOneDevice(owner) ? singleAuthenticatorWarning() : undefined,
    accountNavigation(),
    accountSection('connections', translated('connectionsText'), connections(connected.sessions, connected.nextCursor)),
    accountSection('profile', translated('profileText'), profileForm(profile, profileSaved)),
    accountSection(
      'authenticators',
      translated('authenticatorsText'),
      authenticators(owner, () => runAccount('authenticators')),
      element(
        'div',
        { class: 'actions' },
        actionButton(translated('addPasskey'), 'plain', addAnotherPasskey),
        actionButton(translated('linkDevice'), 'plain', () => linkDevice(deviceLinked)),
      ),
    ),
    accountSection(
      'recovery',
      translated('recoveryText'),
      recoveryCodes(owner, () => runAccount('recovery')),
    ),
    accountSection(
      'browsers',
      translated('browsersText'),
      browserSessions(browsers.browserSessions, {
        changed: () => runAccount('browsers'),
        signedOut: () => showSignIn(),
      }),
    ),
    accountSection('activity', translated('activityText'), activity(events)),
    accountSection(
      'deletion',
      translated('deletionText'),
      element('div', { class: 'actions' }, actionButton(translated('deleteIdentity'), 'danger', deleteIdentity)),
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
    ...textParts('oneWayToSignIn', {
      title: element('strong', {}, translated('oneWayToSignInTitle')),
      authenticators: element('a', { href: '#authenticators' }, translated('oneWayToSignInAdd')),
      recovery: element('a', { href: '#recovery' }, translated('oneWayToSignInRecovery')),
    }),
  );
}

async function addAnotherPasskey(): Promise<void> {
  await addPasskey(suggestedName());
  await runAccount('authenticators');
}

async function profileSaved(): Promise<void> {
  await runAccount('profile');
  showDone('profile', translated('profileSaved'));
}

function deviceLinked(name: string): Promise<void> {
  return runInBackground(async () => {
    await runAccount('authenticators');
    showDone('authenticators', translated('wasLinked', { name }));
  });
}

/** Says below the title of a section what was done. */
function showDone(section: string, text: string): void {
  document.getElementById(`${section}-title`)?.after(element('p', { class: 'notice done', role: 'status' }, text));
}

async function signOut(browsers: readonly BrowserSession[]): Promise<void> {
  const own = browsers.find(({ current }) => current);
  if (own && !(await confirmEnd(own.browserSessionId, translated('signOutQuestion')))) return;
  const response = await sso.deleteOwnerSession();
  if (response.status !== 204 && response.status !== 401) throw responseError(response);
  showSignIn();
}

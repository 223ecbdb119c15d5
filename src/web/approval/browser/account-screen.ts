import type {
  BrowserSession,
  BrowserSessionPage,
  ConnectedSessionPage,
  Owner,
  OwnerActivityPage,
  OwnerNotices,
  OwnerProfile,
} from '../../../../generated/sso/types.ts';
import { activity, notices } from './activity.ts';
import { authenticators, linkDevice, resumeLink } from './authenticators.ts';
import { browserSessions, confirmEnd } from './browser-sessions.ts';
import { connections } from './connections.ts';
import {
  actionButton,
  element,
  onSignedOut,
  runAction,
  runInBackground,
  showError,
  showScreen,
  SignedOutError,
} from './screen.ts';
import { formatTime, textParts, translated } from './language.ts';
import { isInvited, signInPanel } from './sign-in-panel.ts';
import { addPasskey, confirmWithPasskey, suggestedName } from './passkey.ts';
import { readOwner, responseError, sso } from './sso.ts';
import { recoveryCodes, recoveryNotice } from './recovery-codes.ts';
import { confirm, endText, readEndPreview } from './dialogs.ts';

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

/** Sections of the account page in display order: ids, and keys of their titles. */
const accountSections = [
  'connections',
  'profile',
  'authenticators',
  'recovery',
  'browsers',
  'activity',
  'deletion',
] as const;

type AccountSection = (typeof accountSections)[number];

/** Renders a section of the account page: a heading, an introduction and its content. */
function accountSection(
  id: AccountSection,
  introduction: string,
  ...content: readonly (Node | undefined)[]
): HTMLElement {
  return element(
    'section',
    { id, class: 'section', 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title`, tabindex: '-1' }, translated(id)),
    element('p', { class: 'quiet' }, introduction),
    ...content,
  );
}

/** Renders links to the sections of the account page. */
function accountNavigation(): HTMLElement {
  return element(
    'nav',
    { class: 'sections', 'aria-label': translated('sections') },
    ...accountSections.map((id) => element('a', { href: `#${id}` }, translated(id))),
  );
}

/** What was typed and could not be saved, for the form that is shown after a new sign-in. */
let unsaved: OwnerProfile | undefined;

/** Renders the form for what applications may see of the user. @param saved runs after a change */
function profileForm(profile: OwnerProfile, saved: () => Promise<void>): HTMLElement {
  const shown = unsaved ?? profile;
  const name = element('input', {
    id: 'profile-name',
    maxlength: '64',
    autocomplete: 'off',
    value: shown.displayName ?? '',
  });
  const picture = element('input', {
    id: 'profile-picture',
    type: 'url',
    maxlength: '512',
    pattern: 'https://.+',
    title: translated('profilePictureHint'),
    placeholder: 'https://',
    autocomplete: 'off',
    value: shown.pictureUrl ?? '',
  });
  const save = element('button', { type: 'submit', class: 'button primary' }, translated('saveProfile'));
  const form = element(
    'form',
    { class: 'profile' },
    element('label', { for: 'profile-name' }, translated('profileName')),
    name,
    element('label', { for: 'profile-picture' }, translated('profilePicture')),
    picture,
    element('div', { class: 'actions' }, save),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = { displayName: textOf(name), pictureUrl: textOf(picture) };
    void runAction(async () => {
      unsaved = typed;
      const response = await sso.updateOwnerProfile({ body: typed });
      if (response.status !== 200) throw responseError(response);
      unsaved = undefined;
      await saved();
    }, save);
  });
  return form;
}

/** Returns the text without surrounding space; null for none. */
const textOf = ({ value }: HTMLInputElement): string | null => value.trim() || null;

/** Deletes the user's identity after a confirmation and a passkey assertion. */
async function deleteIdentity(): Promise<void> {
  const confirmed = await confirm({
    title: translated('deleteQuestion'),
    explanation: translated('deleteText'),
    ends: endText(await readEndPreview({ kind: 'owner' })),
    yes: translated('deleteForGood'),
  });
  if (!confirmed) return;
  const response = await sso.deleteOwner({ body: { assertion: await confirmWithPasskey({ action: 'delete_owner' }) } });
  if (response.status !== 204) throw responseError(response);
  showScreen(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, translated('deleted')),
    element('p', {}, translated('deletedText')),
  );
}

import type { BrowserSession, Owner, OwnerProfile } from '../../../../generated/sso/types.ts';
import { avatar } from './avatar.ts';
import { activity, notices } from './activity.ts';
import { authenticators, linkDevice, resumeLink, securityCard } from './authenticators.ts';
import { browserSessions, confirmEnd } from './browser-sessions.ts';
import { connections } from './connections.ts';
import { actionButton, element, onSignedOut, onSubmit, runInBackground, showScreen } from './screen.ts';
import { formatTime, textParts, translated } from './language.ts';
import { stopPushes } from './pushes.ts';
import { addPasskey, confirmWithPasskey, suggestedName } from './passkey.ts';
import { isInvited, signInPanel } from './sign-in-panel.ts';
import { bodyOf, readOwner, sso } from './sso.ts';
import { readRequests, requests } from './requests.ts';
import { budgetForm, mandates } from './mandates.ts';
import { recoveryCodes, recoveryNotice } from './recovery-codes.ts';
import { confirm, endText, readEndPreview } from './dialogs.ts';

/** Runs the account page. @param section receives the focus, after a change of it or a new sign-in */
export async function runAccount(section?: string): Promise<void> {
  onSignedOut((origin) => showSignIn(origin?.closest('section')?.id));
  const owner = await readOwner();
  if (owner === undefined) return showSignIn();
  showAccount(owner, await readAccount());
  const target = section ?? location.hash.slice(1);
  if (target !== '') document.getElementById(`${target}-title`)?.focus();
  resumeLink(deviceLinked);
}

async function readAccount() {
  const [profile, connected, browsers, events, unseen, waiting, allowed, budget] = await Promise.all([
    bodyOf(sso.getOwnerProfile()),
    bodyOf(sso.listConnectedSessions({ query: { limit: 100 } })),
    bodyOf(sso.listBrowserSessions({ query: { limit: 100 } })),
    bodyOf(sso.listOwnerActivity({ query: { limit: 10 } })),
    bodyOf(sso.getOwnerNotices()),
    readRequests(),
    bodyOf(sso.listMandates({ query: { limit: 100 } })),
    bodyOf(sso.getRequestBudget()),
  ]);
  return { profile, connected, browsers, events, unseen, waiting, allowed, budget };
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

function showAccount(owner: Owner, account: Awaited<ReturnType<typeof readAccount>>): void {
  const { profile, connected, browsers, events, unseen, waiting, allowed, budget } = account;
  const name = profile.displayName;
  showScreen(
    accountNavigation(),
    element(
      'div',
      { class: 'account' },
      avatar(owner.sub, name, profile.pictureUrl),
      element(
        'div',
        { class: 'grow' },
        element('h1', {}, translated('account')),
        name === null ? undefined : element('p', { class: 'quiet' }, element('bdi', {}, name)),
        element(
          'details',
          { class: 'raw' },
          element('summary', {}, translated('details')),
          element('small', {}, ...textParts('sessionAddress', { address: element('code', {}, owner.sub) })),
          element('small', {}, translated('created', { time: formatTime(owner.createdAt) })),
        ),
      ),
      actionButton(translated('signOut'), 'plain', () => signOut(browsers.browserSessions)),
    ),
    requests(waiting),
    recoveryNotice(owner),
    notices(unseen),
    securityCard(owner),
    accountSection('connections', translated('connectionsText'), connections(connected.sessions, connected.nextCursor)),
    accountSection('mandates', translated('mandatesText'), mandates(allowed)),
    accountSection('budget', translated('budgetText'), budgetForm(budget, budgetSaved)),
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

async function addAnotherPasskey(): Promise<void> {
  await addPasskey(suggestedName());
  await runAccount('authenticators');
}

async function profileSaved(): Promise<void> {
  await runAccount('profile');
  showDone('profile', translated('profileSaved'));
}

async function budgetSaved(): Promise<void> {
  await runAccount('budget');
  showDone('budget', translated('budgetSaved'));
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
  if (response.status !== 401) await bodyOf(response);
  await stopPushes();
  showSignIn();
}

/** Sections of the account page in display order: ids, and keys of their titles. */
const accountSections = [
  'connections',
  'mandates',
  'budget',
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

/** Renders links to the sections of the account page, and after those to agents the pages about what they ask. */
function accountNavigation(): HTMLElement {
  const link = (href: string, text: string) => element('li', {}, element('a', { href }, text));
  return element(
    'nav',
    { class: 'sections', 'aria-label': translated('sections') },
    element(
      'ul',
      {},
      ...accountSections.flatMap((id) => [
        link(`#${id}`, translated(id)),
        ...(id === 'connections'
          ? [link('/owner/requests', translated('requests')), link('/owner/scan', translated('scanTitle'))]
          : []),
      ]),
    ),
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
    { class: 'fields' },
    element('label', { for: 'profile-name' }, translated('profileName')),
    name,
    element('label', { for: 'profile-picture' }, translated('profilePicture')),
    picture,
    element('div', { class: 'actions' }, save),
  );
  const store = async (): Promise<void> => {
    const typed = { displayName: textOf(name), pictureUrl: textOf(picture) };
    unsaved = typed;
    // An address that stays is not sent: the provider takes a new one as the end of an uploaded picture.
    const { pictureUrl, ...named } = typed;
    const body = pictureUrl === profile.pictureUrl ? named : typed;
    await bodyOf(sso.updateOwnerProfile({ body }));
    unsaved = undefined;
    await saved();
  };
  onSubmit(form, store, save);
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
  const assertion = await confirmWithPasskey({ action: 'delete_owner' });
  await bodyOf(sso.deleteOwner({ body: { assertion } }));
  showScreen(
    element('div', { class: 'outcome no', 'aria-hidden': 'true' }),
    element('h1', {}, translated('deleted')),
    element('p', {}, translated('deletedText')),
  );
}

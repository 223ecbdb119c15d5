import type { ApprovalPageData } from '../pages.ts';
import { runApproval } from './approval-screen.ts';
import { actionButton, element, onSubmit, type PageScreens, runPage, showScreen } from './screen.ts';
import { translated } from './language.ts';
import { joinWithPasskey, passkeyNameField, recoverWithPasskey, signInWithPasskey } from './passkey.ts';

/** Pages that strangers open from a link. Their script has none of the owner's screens. */
const screens: PageScreens = {
  approval: ({ view = '{}' }) => runApproval(JSON.parse(view) as ApprovalPageData),
  recover: runRecovery,
  link: runLink,
};

/** Runs the screen of the page that contains the script. */
export const runScript = (): Promise<void> => runPage(screens);

/** Runs the page of a device link: this browser creates a passkey for the identity whose account page shows the link. */
function runLink(): void {
  const link = location.pathname.split('/').at(-1) ?? '';
  const name = passkeyNameField(translated('deviceName'));
  const form = element(
    'form',
    { class: 'rename' },
    name.label,
    name.input,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, translated('linkThisDevice')),
    ),
  );
  onSubmit(form, async () => {
    await joinWithPasskey(link, name.input.value.trim());
    location.assign('/owner#authenticators');
  });
  showScreen(
    element('h1', {}, translated('linkThisDevice')),
    element('p', {}, translated('linkThisDeviceText')),
    form,
    element(
      'details',
      { class: 'raw' },
      element('summary', {}, translated('softwarePhone')),
      element('code', { class: 'link-text' }, `npx platform phone link ${location.origin}${location.pathname}`),
    ),
  );
}

/** Runs the page that adds a passkey with a recovery code. */
function runRecovery(): void {
  const code = element('input', {
    id: 'code',
    name: 'code',
    required: true,
    maxlength: '64',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    placeholder: 'XXXX-XXXX-XXXX-XXXX',
  });
  const name = passkeyNameField(translated('passkeyName'));
  const form = element(
    'form',
    { class: 'rename' },
    element('label', { for: 'code' }, translated('recoveryCode')),
    code,
    name.label,
    name.input,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, translated('recoverButton')),
    ),
  );
  onSubmit(form, async () => showRecovered(await recoverWithPasskey(code.value.trim(), name.input.value.trim())));
  showScreen(element('h1', {}, translated('recover')), element('p', {}, translated('recoverText')), form);
}

function showRecovered(codesLeft: number): void {
  showScreen(
    element('div', { class: 'outcome yes', 'aria-hidden': 'true' }),
    element('h1', {}, translated('recovered')),
    element('p', {}, translated('recoveredText'), ' ', translated('recoveryCodesLeft', { count: codesLeft })),
    element('p', {}, translated('recoveredNext')),
    actionButton(translated('signInWithPasskey'), 'primary', async () => {
      await signInWithPasskey();
      location.assign('/owner');
    }),
  );
}

import type { Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './confirm.ts';
import { element } from './element.ts';
import { confirmWithPasskey } from './passkey.ts';
import { actionButton } from './screen.ts';
import { responseError, sso } from './sso.ts';

/** Renders how many recovery codes are left, and creates new ones. @param changed called when the codes were saved */
export function recoveryCodes({ recoveryCodesLeft }: Owner, changed: () => Promise<void>): HTMLElement {
  return element(
    'div',
    {},
    element('p', {}, stateText(recoveryCodesLeft)),
    element(
      'div',
      { class: 'actions' },
      actionButton(recoveryCodesLeft === 0 ? 'Create recovery codes' : 'Replace recovery codes', 'plain', () =>
        createCodes(recoveryCodesLeft, changed),
      ),
    ),
  );
}

function stateText(left: number): string {
  if (left === 0) return 'You have no recovery codes.';
  return left === 1 ? 'You have 1 unused code. Create new ones soon.' : `You have ${left} unused codes.`;
}

async function createCodes(left: number, changed: () => Promise<void>): Promise<void> {
  const replaced =
    left === 0 ||
    (await confirm({
      title: 'Replace your recovery codes?',
      text: 'The codes that you have saved stop working.',
      yes: 'Replace',
    }));
  if (!replaced) return;
  const assertion = await confirmWithPasskey({ action: 'create_recovery_codes' });
  const created = await sso.createRecoveryCodes({ body: { assertion } });
  if (created.status !== 201) throw responseError(created);
  await showCodes(created.body.codes);
  await changed();
}

/** Shows the codes until the user says that they are saved. */
function showCodes(codes: readonly string[]): Promise<void> {
  const text = `${codes.join('\n')}\n`;
  const file = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const copy = element('button', { type: 'button', class: 'button plain' }, 'Copy');
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(() => {
      copy.textContent = 'Copied';
    });
  });
  const dialog = element(
    'dialog',
    { class: 'recovery-codes', 'aria-labelledby': 'codes-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'codes-title' }, 'Your recovery codes'),
      element(
        'p',
        {},
        'Save them where you find them without your devices, such as on paper or in a password manager. They are not shown again. Each one works once.',
      ),
      element('ol', { class: 'codes' }, ...codes.map((code) => element('li', {}, element('code', {}, code)))),
      element(
        'div',
        { class: 'actions' },
        copy,
        element('a', { class: 'button plain', href: file, download: 'recovery-codes.txt' }, 'Download'),
        element('button', { type: 'submit', class: 'button primary' }, 'I have saved them'),
      ),
    ),
  );
  // Escape and a reload would lose the codes.
  const keep = (event: Event) => event.preventDefault();
  dialog.addEventListener('cancel', keep);
  window.addEventListener('beforeunload', keep);
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      window.removeEventListener('beforeunload', keep);
      URL.revokeObjectURL(file);
      resolve();
    });
    dialog.showModal();
  });
}

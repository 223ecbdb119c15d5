import type { Owner } from '../../../../generated/sso/types.ts';
import { confirm } from './dialogs.ts';
import { actionButton, element } from './screen.ts';
import { formatTime, textParts, translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { bodyOf, sso } from './sso.ts';

/** Renders how many recovery codes are left, and creates new ones. @param changed called when the codes were saved */
export function recoveryCodes({ recoveryCodesLeft }: Owner, changed: () => Promise<void>): HTMLElement {
  return element(
    'div',
    {},
    element('p', {}, stateText(recoveryCodesLeft)),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated(recoveryCodesLeft === 0 ? 'createCodes' : 'replaceCodes'), 'plain', () =>
        createCodes(recoveryCodesLeft, changed),
      ),
    ),
  );
}

const stateText = (left: number): string =>
  left === 0 ? translated('noCodes') : translated('unusedCodes', { count: left });

async function createCodes(left: number, changed: () => Promise<void>): Promise<void> {
  const replaced =
    left === 0 ||
    (await confirm({
      title: translated('replaceCodesQuestion'),
      explanation: translated('replaceCodesText'),
      yes: translated('replace'),
    }));
  if (!replaced) return;
  const assertion = await confirmWithPasskey({ action: 'create_recovery_codes' });
  const { codes } = await bodyOf(sso.createRecoveryCodes({ body: { assertion } }));
  await showCodes(codes);
  await changed();
}

/** Shows the codes until the user says that they are saved. */
function showCodes(codes: readonly string[]): Promise<void> {
  const content = `${codes.join('\n')}\n`;
  const file = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const copy = element('button', { type: 'button', class: 'button plain' }, translated('copy'));
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(content).then(() => {
      copy.textContent = translated('copied');
    });
  });
  const dialog = element(
    'dialog',
    { class: 'recovery-codes', closedby: 'none', 'aria-labelledby': 'codes-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'codes-title' }, translated('codes')),
      element('p', {}, translated('codesText')),
      element('ol', { class: 'codes' }, ...codes.map((code) => element('li', {}, element('code', {}, code)))),
      element(
        'div',
        { class: 'actions' },
        copy,
        element('a', { class: 'button plain', href: file, download: 'recovery-codes.txt' }, translated('download')),
        element('button', { type: 'submit', class: 'button primary' }, translated('codesSaved')),
      ),
    ),
  );
  // Escape and a reload would lose the codes. Browsers ignore a prevented `cancel` at the second Escape.
  const keep = (event: Event) => event.preventDefault();
  dialog.addEventListener('cancel', keep);
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.preventDefault();
  });
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

/** Renders the notice about a recovery that the user has not confirmed; undefined without one. */
export function recoveryNotice({ recoveredAt }: Pick<Owner, 'recoveredAt'>): HTMLElement | undefined {
  if (recoveredAt === null) return undefined;
  const notice = element(
    'section',
    { class: 'notice warning', 'aria-label': translated('recoveredNoticeName') },
    ...textParts('recoveredNotice', {
      title: element('strong', {}, translated('recoveredNoticeTitle')),
      time: formatTime(recoveredAt),
      link: element('a', { href: '/owner#authenticators' }, translated('recoveredNoticeLink')),
    }),
    element(
      'div',
      { class: 'actions' },
      actionButton(translated('itWasMe'), 'plain', async () => {
        await bodyOf(sso.deleteRecoveryNotice());
        notice.remove();
      }),
    ),
  );
  return notice;
}

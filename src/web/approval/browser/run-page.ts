import type { ApprovalPageData } from '../approval-page.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { runAccount } from './account-screen.ts';
import { runApproval } from './approval-screen.ts';
import { translated } from './language.ts';
import { runLink, runRecovery } from './new-passkey-screens.ts';
import { errorText, showError } from './screen.ts';

/** Runs the page that the provider sent. */
export async function runPage(): Promise<void> {
  const main = document.querySelector<HTMLElement>('main');
  keepFragmentOnLanguageSwitch();
  if (main !== null) keepFocus(main);
  try {
    if (main?.dataset['page'] === 'approval')
      await runApproval(JSON.parse(main.dataset['view'] ?? '{}') as ApprovalPageData);
    if (main?.dataset['page'] === 'owner') await runAccount();
    if (main?.dataset['page'] === 'recover') runRecovery();
    if (main?.dataset['page'] === 'link') runLink();
  } catch (error) {
    showError(translated('reloadPage', { problem: errorText(error) }));
  }
}

/**
 * Adds the fragment of the address to the form that switches the language. The provider does not see it, and a browser
 * keeps it over the redirect back to the page (RFC 9110 §10.2.2).
 */
function keepFragmentOnLanguageSwitch(): void {
  const form = document.querySelector<HTMLFormElement>('form.languages');
  form?.addEventListener('submit', () => {
    const action = new URL(form.action);
    action.hash = location.hash;
    form.action = action.href;
  });
}

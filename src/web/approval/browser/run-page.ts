import type { ApprovalPageData } from '../approval-page.ts';
import { keepFocus } from '../../focus/keep-focus.ts';
import { runAccount } from './account-screen.ts';
import { runApproval } from './approval-screen.ts';
import { translated } from './language.ts';
import { keepFragmentOnLanguageSwitch } from './language-switch.ts';
import { runLink } from './link-screen.ts';
import { errorText } from './page-error.ts';
import { runRecovery } from './recover-screen.ts';
import { showError } from './screen.ts';

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

import type { ApprovalPageData } from '../approval-page.ts';
import { runApproval } from './approval-screen.ts';
import { runAccount } from './account-screen.ts';
import { runLink } from './link-screen.ts';
import { runRecovery } from './recover-screen.ts';
import { showError } from './screen.ts';

const main = document.querySelector<HTMLElement>('main');
try {
  if (main?.dataset['page'] === 'approval')
    await runApproval(JSON.parse(main.dataset['view'] ?? '{}') as ApprovalPageData);
  if (main?.dataset['page'] === 'owner') await runAccount();
  if (main?.dataset['page'] === 'recover') runRecovery();
  if (main?.dataset['page'] === 'link') runLink();
} catch (error) {
  showError(`${error instanceof Error ? error.message : String(error)} Reload the page to try again.`);
}

import type { ApprovalPageData } from '../approval-page.ts';
import { runApproval } from './approval-screen.ts';
import { runOwner } from './owner-screen.ts';
import { showError } from './screen.ts';

const main = document.querySelector<HTMLElement>('main');
try {
  if (main?.dataset['page'] === 'approval')
    await runApproval(JSON.parse(main.dataset['view'] ?? '{}') as ApprovalPageData);
  if (main?.dataset['page'] === 'owner') await runOwner();
} catch (error) {
  showError(`${error instanceof Error ? error.message : String(error)} Reload the page to try again.`);
}

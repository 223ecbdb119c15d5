import type { ApprovalPageData } from '../approval-document.ts';
import { runApproval } from './approval-screen.ts';
import { runOwner } from './owner-screen.ts';
import { complain } from './screen.ts';

const main = document.querySelector<HTMLElement>('main');
try {
  if (main?.dataset['page'] === 'approval')
    await runApproval(JSON.parse(main.dataset['view'] ?? '{}') as ApprovalPageData);
  if (main?.dataset['page'] === 'owner') await runOwner();
} catch (error) {
  complain(`${error instanceof Error ? error.message : String(error)} Reload the page to try again.`);
}

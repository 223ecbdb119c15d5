import type { ApprovalPageData } from '../approval-page.ts';
import { runApproval } from './approval-screen.ts';
import { runLink, runRecovery } from './new-passkey-screens.ts';
import type { PageScreens } from './run-page.ts';

/** Pages that strangers open from a link. Their script has none of the owner's screens. */
export const approvalScreens: PageScreens = {
  approval: ({ view = '{}' }) => runApproval(JSON.parse(view) as ApprovalPageData),
  recover: runRecovery,
  link: runLink,
};

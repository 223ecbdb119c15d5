import type { ApprovalPageData } from '../approval-page.ts';

/** Milliseconds between two polls. */
const interval = 2_000;

type OnDecision = (status: ApprovalPageData['status'], returnTo: string | null) => void;

/**
 * Polls until the request is decided or expired, then calls `onDecision` once.
 *
 * @returns `poll`, which polls immediately
 */
export function watchDecision(requestId: string, onDecision: OnDecision): { readonly poll: () => Promise<void> } {
  let ended = false;
  const poll = async (): Promise<void> => {
    const response = await fetch(`/approve/${requestId}/status`, { headers: { accept: 'application/json' } });
    if (ended || !(response.ok || response.status === 404)) return;
    const { status, returnTo } = (await response.json()) as Pick<ApprovalPageData, 'status'> & {
      readonly returnTo: string | null;
    };
    if (status === 'pending') return;
    ended = true;
    onDecision(status, returnTo);
  };
  const repeat = async (): Promise<void> => {
    // The next poll repeats a failed request.
    await poll().catch(() => undefined);
    if (!ended) setTimeout(() => void repeat(), interval);
  };
  setTimeout(() => void repeat(), interval);
  return { poll };
}

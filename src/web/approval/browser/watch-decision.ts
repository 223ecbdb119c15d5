import type { ApprovalPageData } from '../approval-page.ts';

/** Milliseconds between two polls. */
const interval = 2_000;

type OnDecision = (status: ApprovalPageData['status'], returnTo: string | null) => void;

export interface DecisionWatch {
  /** Polls immediately. */
  readonly poll: () => Promise<void>;
  /** Ends the polling without a call of `onDecision`. */
  readonly stop: () => void;
}

/**
 * Polls until the request is decided or expired, then calls `onDecision` once.
 *
 * @param onDecision receives the status, and the application's URL for the browser that sent the request
 */
export function watchDecision(requestId: string, onDecision: OnDecision): DecisionWatch {
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
  return {
    poll,
    stop: () => {
      ended = true;
    },
  };
}

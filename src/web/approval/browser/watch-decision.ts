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

interface Decided extends Pick<ApprovalPageData, 'status'> {
  readonly returnTo: string | null;
}

/** Reads how a request was decided; undefined when the provider cannot say. */
export async function readDecision(requestId: string): Promise<Decided | undefined> {
  const response = await fetch(`/approve/${requestId}/status`, { headers: { accept: 'application/json' } });
  return response.ok || response.status === 404 ? ((await response.json()) as Decided) : undefined;
}

/**
 * Polls until the request is decided or expired, then calls `onDecision` once.
 *
 * @param onDecision receives the status, and the application's URL for the browser that sent the request
 */
export function watchDecision(requestId: string, onDecision: OnDecision): DecisionWatch {
  let ended = false;
  const poll = async (): Promise<void> => {
    const decision = await readDecision(requestId);
    if (ended || decision === undefined || decision.status === 'pending') return;
    ended = true;
    onDecision(decision.status, decision.returnTo);
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

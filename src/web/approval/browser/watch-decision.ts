import type { ApprovalPageData } from '../approval-document.ts';

/** Milliseconds between two looks at whether somebody has decided. */
const interval = 2_000;

type Decided = (status: ApprovalPageData['status'], returnTo: string | null) => void;

/**
 * Looks again and again whether the request is over, and says so once.
 *
 * @returns `look` looks at once
 */
export function watchDecision(requestId: string, decided: Decided): { readonly look: () => Promise<void> } {
  let over = false;
  const look = async (): Promise<void> => {
    const response = await fetch(`/approve/${requestId}/status`, { headers: { accept: 'application/json' } });
    if (over || !(response.ok || response.status === 404)) return;
    const { status, returnTo } = (await response.json()) as Pick<ApprovalPageData, 'status'> & {
      readonly returnTo: string | null;
    };
    if (status === 'pending') return;
    over = true;
    decided(status, returnTo);
  };
  const again = async (): Promise<void> => {
    // A look that fails, as on a train, is made up for by the next one.
    await look().catch(() => undefined);
    if (!over) setTimeout(() => void again(), interval);
  };
  setTimeout(() => void again(), interval);
  return { look };
}

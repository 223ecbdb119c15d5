import type { ReactNode } from 'react';
import type { ContradictionResolution } from '../../../generated/backend/types.ts';
import { useAction } from '../ui/use-action.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ConsoleApi } from './console-api.ts';

const decisions = {
  settled: {
    title: 'Settle this payment?',
    action: 'Settle',
    effect: 'The webhook counts as if it had fitted: the invoice is paid, or its refund is recorded. This is final.',
  },
  refused: {
    title: 'Refuse this payment?',
    action: 'Refuse',
    effect: 'The invoice stays as it is. Pay back what arrived; the platform moves no money. This is final.',
  },
} as const satisfies Readonly<Record<ContradictionResolution, object>>;

export interface ResolveDialogProps {
  readonly api: ConsoleApi;
  /** Of the contradiction. */
  readonly id: string;
  readonly resolution: ContradictionResolution;
  readonly close: () => void;
}

/** Asks for the reason of a resolution, and resolves. */
export function ResolveDialog({ api: { call, backend }, id, resolution, close }: ResolveDialogProps): ReactNode {
  const { title, action, effect } = decisions[resolution];
  const resolve = useAction(async (reason: string) => {
    await call(() => backend.resolveContradiction({ path: { id }, body: { resolution, reason } }));
    close();
  });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      note={{ label: 'Reason', hint: 'Stored with the decision, and in the audit.', maxLength: 1000, required: true }}
      busy={resolve.busy}
      error={resolve.error}
      run={(reason) => void resolve.run(reason)}
      close={close}
    >
      <p>{effect}</p>
    </ConfirmDialog>
  );
}

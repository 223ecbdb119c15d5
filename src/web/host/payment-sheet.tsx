import type { ReactNode } from 'react';
import type { PaymentResponse } from '../../client/miniapp/bridge-contract.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { formatAmount } from '../ui/format-amount.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { HostApi } from './host-api.ts';

export interface PaymentSheetProps {
  readonly api: HostApi;
  readonly appName: string;
  readonly invoice: string;
  readonly onAnswer: (answer: PaymentResponse) => void;
}

/** What is to be paid, as the backend says and not the app, and the decision. */
export function PaymentSheet({ api: { backend, server }, appName, invoice, onAnswer }: PaymentSheetProps): ReactNode {
  const statement = useResource(invoice, async (signal) =>
    unwrap(await backend.getInvoice({ path: { invoice }, signal })),
  );
  const pay = useAction(async () => {
    const { status, txHash } = unwrap(await server.payInvoice({ body: { invoice } }));
    if (status === 'finalized') onAnswer({ status: 'paid', ...(txHash !== null && { txHash }) });
    else onAnswer(status === null ? { status: 'cancelled' } : { status: 'failed', errorCode: 'payment_failed' });
  });
  // What is being paid cannot be called off any more, by Escape neither.
  const cancel = () => {
    if (!pay.busy) onAnswer({ status: 'cancelled' });
  };
  const asked = statement.value;
  return (
    <Dialog title={`Pay ${appName}`} onClose={cancel}>
      <ErrorNotice error={statement.error ?? pay.error} />
      {asked === undefined && statement.loading && <Wait>Looking the invoice up…</Wait>}
      {asked !== undefined && (
        <>
          <p className="row">
            <img src={asked.item.iconUrl} alt="" width="40" height="40" />
            <strong>{asked.item.title}</strong>
            {asked.test !== undefined && <Badge tone="quiet">test: {asked.test}</Badge>}
          </p>
          <p className="amount">
            {formatAmount(asked.amount, asked.token)} {asked.token}
          </p>
          <p className="soft">
            To <code>{asked.recipient}</code> on {asked.network}. Invoice <code>{asked.invoice}</code>
          </p>
          {asked.status !== 'pending' && <p className="notice">This invoice is {asked.status} already.</p>}
        </>
      )}
      <div className="actions">
        <Button onClick={cancel} disabled={pay.busy}>
          Cancel
        </Button>
        <Button kind="primary" busy={pay.busy} disabled={asked?.status !== 'pending'} onClick={() => void pay.run()}>
          Pay
        </Button>
      </div>
    </Dialog>
  );
}

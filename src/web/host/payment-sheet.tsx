import type { ReactNode } from 'react';
import type { PaymentResponse } from '../../client/miniapp/bridge-contract.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { Badge, formatAmount } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { translated } from './language.ts';
import { clearInterruptedPayment, type HostApi, storeInterruptedPayment } from './host-api.ts';

/** Why an invoice can no longer be paid. */
const endedTexts = { completed: 'alreadyPaid', failed: 'alreadyFailed', expired: 'alreadyClosed' } as const;

/**
 * Shows an invoice as the backend returns it, and pays or cancels it. Paying needs a recent confirmation, after which
 * the sheet opens again.
 */
export function PaymentSheet({
  api: { call, backend, server },
  appId,
  appName,
  invoice,
  onResponse,
}: {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly invoice: string;
  readonly onResponse: (response: PaymentResponse) => void;
}): ReactNode {
  const statement = useResource(invoice, async (signal) =>
    unwrap(await backend.getInvoice({ path: { invoice }, signal })),
  );
  const pay = useAction(async () => {
    // The server may require a new confirmation, for which the person leaves this page.
    storeInterruptedPayment({ appId, invoice });
    const { status, txHash } = await call(() => server.payInvoice({ body: { invoice } })).catch((error: unknown) => {
      // It may have ended since it was shown.
      statement.reload();
      throw error;
    });
    if (status === 'finalized') answer({ status: 'paid', ...(txHash !== null && { txHash }) });
    else answer(status === null ? { status: 'cancelled' } : { status: 'failed', errorCode: 'payment_failed' });
  });
  const answer = (response: PaymentResponse) => {
    clearInterruptedPayment();
    onResponse(response);
  };
  const details = statement.value;
  // A running payment cannot be cancelled, also not with Escape. An invoice that was paid elsewhere stays paid.
  const close = () => {
    if (!pay.busy) answer({ status: details?.status === 'completed' ? 'paid' : 'cancelled' });
  };
  return (
    <Dialog title={translated('payTitle', { app: appName })} onClose={close}>
      <p className="notice busy">{translated('simulated')}</p>
      <ErrorNotice error={statement.error ?? pay.error} />
      {details === undefined && statement.loading && <Wait>{translated('loadingInvoice')}</Wait>}
      {details !== undefined && (
        <>
          <p className="row">
            <img src={details.item.iconUrl} alt="" width="40" height="40" />
            <strong>{details.item.title}</strong>
            {details.test !== undefined && <Badge tone="quiet">{translated('test', { result: details.test })}</Badge>}
          </p>
          <p className="amount">
            {formatAmount(details.amount, details.token)} {details.token}
          </p>
          <dl className="facts">
            <dt>{translated('to')}</dt>
            <dd>
              <code>{details.recipient}</code>
            </dd>
            <dt>{translated('network')}</dt>
            <dd>{details.network}</dd>
            <dt>{translated('invoice')}</dt>
            <dd>
              <code>{details.invoice}</code>
            </dd>
          </dl>
          {details.status !== 'pending' && <p className="notice">{translated(endedTexts[details.status])}</p>}
        </>
      )}
      <div className="actions">
        <Button onClick={close} disabled={pay.busy}>
          {translated('cancel')}
        </Button>
        <Button kind="primary" busy={pay.busy} disabled={details?.status !== 'pending'} onClick={() => void pay.run()}>
          {translated('pay')}
        </Button>
      </div>
    </Dialog>
  );
}

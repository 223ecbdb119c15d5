import type { Contradiction, ContradictionCause } from '../../../generated/backend/types.ts';

interface CauseText {
  readonly title: string;
  /** What cannot change any more, so that the payload can only be refused. */
  readonly final?: string;
}

/** What operators read about each cause. */
export const contradictionCauses: Readonly<Record<ContradictionCause, CauseText>> = {
  recipient: { title: 'Another recipient than that of the invoice' },
  amount: { title: 'Another amount than that of the invoice' },
  decimals: { title: 'Other decimals than those of the token' },
  token: { title: 'Another token than that of the invoice' },
  network: { title: 'Another network than that of the invoice' },
  test: { title: 'A test payment of a real product, or the reverse' },
  unknown_invoice: { title: 'No such invoice', final: 'The invoice does not exist, or was deleted after it expired.' },
  expired: { title: 'Paid after the invoice expired' },
  tx_hash_used: {
    title: 'The transaction paid another invoice',
    final: 'One transaction pays one invoice.',
  },
  finalized_after_failed: { title: 'Paid after the payment had failed' },
  failed_after_finalized: {
    title: 'Failed after the payment was final',
    final: 'A report of a failure settles nothing.',
  },
  paid_twice: { title: 'Paid twice, with another transaction', final: 'The invoice is already paid.' },
  refund_without_payment: { title: 'Refunded without a payment' },
  refunded_twice: { title: 'Refunded twice, with another transaction', final: 'The invoice is already refunded.' },
};

/** Why a contradiction can only be refused; undefined when it can be settled too. */
export function unsettleable({ cause, payload }: Pick<Contradiction, 'cause' | 'payload'>): string | undefined {
  if (payload['status'] === 'failed') return contradictionCauses.failed_after_finalized.final;
  return contradictionCauses[cause].final;
}

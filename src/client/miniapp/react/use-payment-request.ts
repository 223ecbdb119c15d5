import { useCallback } from 'react';
import type { PaymentResponse, PaymentRequest, PaymentSheetStatus } from '../bridge-contract.ts';
import { type CallResult, useHostCall } from './use-host-call.ts';

export interface PaymentRequestOptions {
  /** Timeout of the payment sheet in milliseconds. Default 120,000. */
  readonly timeout?: number;
}

export type PaymentResult = CallResult<PaymentResponse>;

export interface PaymentCall {
  /**
   * Shows an invoice in the host for payment. `ok` is true for `cancelled` and `failed` too. A call during a pending one
   * resolves immediately with a BridgeBusyError and changes no state. Never rejects.
   *
   * @param invoice response of the backend's `POST /api/invoices`
   */
  readonly requestPayment: (invoice: PaymentRequest) => Promise<PaymentResult>;
  /** Last status; null before the first response. Deliver goods on the backend's webhook, not on this status. */
  readonly status: PaymentSheetStatus | null;
  /** With status `paid`. */
  readonly txHash: string | null;
  /** With status `failed`. */
  readonly errorCode: string | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

/** Exposes the payment sheet of the host as component state. */
export function usePaymentRequest({ timeout = 120_000 }: PaymentRequestOptions = {}): PaymentCall {
  const { call, response, isLoading, error, callable } = useHostCall('payment:request', timeout);
  const requestPayment = useCallback(
    ({ invoice, recipient, amount, token, network, item, test }: PaymentRequest) =>
      call({ invoice, recipient, amount, token, network, item, test }),
    [call],
  );
  const { status = null, txHash = null, errorCode = null } = response ?? {};
  return { requestPayment, status, txHash, errorCode, isLoading, error, callable };
}

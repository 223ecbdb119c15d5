import { useCallback } from 'react';
import type { PaymentResponse, PaymentRequest, PaymentStatus } from '../bridge-contract.ts';
import { type CallResult, useHostCall } from './use-host-call.ts';

export interface PaymentRequestOptions {
  /** Milliseconds that the person has to decide. Default 120 000. */
  readonly timeout?: number;
}

export type PaymentResult = CallResult<PaymentResponse>;

export interface PaymentCall {
  /**
   * Lets the host show an invoice and pay it. `cancelled` and `failed` are answers too: ok is true. One payment at a
   * time: another call resolves at once with a BridgeBusyError and changes nothing. Never rejects.
   *
   * @param invoice the answer of the backend's `POST /api/invoices`
   */
  readonly requestPayment: (invoice: PaymentRequest) => Promise<PaymentResult>;
  /** The last status; null before the first answer. The backend's webhook is what counts. */
  readonly status: PaymentStatus | null;
  /** With status `paid`. */
  readonly txHash: string | null;
  /** With status `failed`. */
  readonly errorCode: string | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

/** The payment sheet of the host, as state of a component. */
export function usePaymentRequest({ timeout = 120_000 }: PaymentRequestOptions = {}): PaymentCall {
  const { call, response: answer, isLoading, error, callable } = useHostCall('payment:request', timeout);
  const requestPayment = useCallback(
    ({ invoice, recipient, amount, token, network, item, test }: PaymentRequest) =>
      call({ invoice, recipient, amount, token, network, item, test }),
    [call],
  );
  const { status = null, txHash = null, errorCode = null } = answer ?? {};
  return { requestPayment, status, txHash, errorCode, isLoading, error, callable };
}

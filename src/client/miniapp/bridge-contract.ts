/** Result of the permission prompt; `rate_limited`: no prompt was shown and the consent is unchanged. */
export type PermissionPromptStatus = 'granted' | 'denied' | 'rate_limited';

export interface PermissionResponse {
  readonly status: PermissionPromptStatus;
}

/** Response of the backend's `POST /api/invoices`; the host shows and pays it. */
export interface PaymentRequest {
  readonly invoice: string;
  readonly recipient: string;
  /** Smallest units in decimal digits. */
  readonly amount: string;
  readonly token: string;
  readonly network: string;
  readonly item?: { readonly title: string; readonly iconUrl: string; readonly quantity: number } | undefined;
  /** Scenario of a test product. */
  readonly test?: string | undefined;
}

export type PaymentSheetStatus = 'paid' | 'cancelled' | 'failed';

/** The result as the host reports it. Deliver goods only on the backend's payment webhook. */
export interface PaymentResponse {
  readonly status: PaymentSheetStatus;
  /** With `paid`. */
  readonly txHash?: string;
  /** With `failed`. */
  readonly errorCode?: string;
}

/** Methods of the host with payload and response. */
export interface BridgeMethods {
  readonly 'notifications:permission.request': {
    readonly payload: Readonly<Record<never, never>>;
    readonly response: PermissionResponse;
  };
  readonly 'payment:request': { readonly payload: PaymentRequest; readonly response: PaymentResponse };
}

export type BridgeMethod = keyof BridgeMethods;

type Payload = Readonly<Record<string, unknown>>;

interface MethodRules<Response> {
  /** Name of the response event. */
  readonly responseEvent: string;
  /** First contract version with the method. */
  readonly since: string;
  /** Parses a response; returns undefined when it violates the contract. */
  readonly read: (payload: Payload) => Response | undefined;
}

export const bridgeMethods: { readonly [M in BridgeMethod]: MethodRules<BridgeMethods[M]['response']> } = {
  'notifications:permission.request': {
    responseEvent: 'notifications:permission.response',
    since: '1.5.0',
    read: ({ status }) =>
      status === 'granted' || status === 'denied' || status === 'rate_limited' ? { status } : undefined,
  },
  'payment:request': {
    responseEvent: 'payment:response',
    since: '0.1.1',
    read: ({ status, txHash, errorCode }) =>
      status === 'paid' || status === 'cancelled' || status === 'failed'
        ? {
            status,
            ...(typeof txHash === 'string' && { txHash }),
            ...(typeof errorCode === 'string' && { errorCode }),
          }
        : undefined,
  },
};

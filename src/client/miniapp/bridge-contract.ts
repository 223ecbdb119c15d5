/** What the person answered to the permission prompt; `rate_limited`: no prompt was shown, and the consent is unchanged. */
export type PermissionStatus = 'granted' | 'denied' | 'rate_limited';

export interface PermissionResponse {
  readonly status: PermissionStatus;
}

/** What the backend's `POST /api/invoices` answers; the host shows and pays it. */
export interface PaymentRequest {
  readonly invoice: string;
  readonly recipient: string;
  /** In smallest units, decimal digits. */
  readonly amount: string;
  readonly token: string;
  readonly network: string;
  readonly item?: { readonly title: string; readonly iconUrl: string; readonly quantity: number } | undefined;
  /** Scenario of a test product. */
  readonly test?: string | undefined;
}

export type PaymentStatus = 'paid' | 'cancelled' | 'failed';

/** The host's word only: goods are delivered on the webhook that the backend receives. */
export interface PaymentResponse {
  readonly status: PaymentStatus;
  /** With `paid`. */
  readonly txHash?: string;
  /** With `failed`. */
  readonly errorCode?: string;
}

/** What a mini app can ask of its host: payload and answer of each method. */
export interface BridgeMethods {
  readonly 'notifications:permission.request': {
    readonly payload: Readonly<Record<never, never>>;
    readonly answer: PermissionResponse;
  };
  readonly 'payment:request': { readonly payload: PaymentRequest; readonly answer: PaymentResponse };
}

export type BridgeMethod = keyof BridgeMethods;

type Payload = Readonly<Record<string, unknown>>;

interface MethodRules<Answer> {
  /** Name of the event that answers it. */
  readonly responseEvent: string;
  /** Contract version that has the method. */
  readonly since: string;
  /** Reads an answer; undefined when the contract does not know it. */
  readonly read: (payload: Payload) => Answer | undefined;
}

export const bridgeMethods: { readonly [M in BridgeMethod]: MethodRules<BridgeMethods[M]['answer']> } = {
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

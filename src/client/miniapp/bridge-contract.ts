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

/**
 * Error codes of failed host calls. `malformed_answer`: the response violates the contract; `send_failed`: the host's
 * `postMessage` threw.
 */
export type BridgeErrorCode = 'unavailable' | 'unsupported' | 'timeout' | 'busy' | 'malformed_answer' | 'send_failed';

export class BridgeError extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BridgeError';
    this.code = code;
  }
}

/** There is no host: the page runs in an ordinary browser or on a server. */
export class BridgeUnavailableError extends BridgeError {
  constructor() {
    super('unavailable', 'There is no host: open the mini app inside the host application.');
    this.name = 'BridgeUnavailableError';
  }
}

/** The host is older than the method. */
export class BridgeMethodUnsupportedError extends BridgeError {
  readonly method: string;
  /** Required contract version. */
  readonly needs: string;
  /** Contract version of the host; undefined when the host states none. */
  readonly has: string | undefined;

  constructor(method: string, needs: string, has: string | undefined) {
    super('unsupported', `${method} needs contract version ${needs}; the host has ${has ?? 'none'}.`);
    this.name = 'BridgeMethodUnsupportedError';
    this.method = method;
    this.needs = needs;
    this.has = has;
  }
}

export class BridgeTimeoutError extends BridgeError {
  readonly method: string;
  /** Milliseconds. */
  readonly timeout: number;

  constructor(method: string, timeout: number) {
    super('timeout', `The host did not respond to ${method} within ${timeout} ms.`);
    this.name = 'BridgeTimeoutError';
    this.method = method;
    this.timeout = timeout;
  }
}

/** The same call is pending: wait for its response. */
export class BridgeBusyError extends BridgeError {
  constructor(method: string) {
    super('busy', `${method} is pending: wait for its response.`);
    this.name = 'BridgeBusyError';
  }
}

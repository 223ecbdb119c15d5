import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Bridge, getBridge } from '../bridge.ts';
import {
  BridgeBusyError,
  BridgeError,
  type BridgeMethod,
  type BridgeMethods,
  bridgeMethods,
  BridgeMethodUnsupportedError,
  BridgeUnavailableError,
  type PaymentRequest,
  type PaymentResponse,
  type PaymentSheetStatus,
  type PermissionPromptStatus,
} from '../bridge-contract.ts';

const context = createContext<Bridge | undefined>(undefined);

export interface BridgeProviderProps {
  readonly bridge: Bridge;
  readonly children?: ReactNode;
}

/** Provides another bridge than the page's to the hooks below it: a mock in tests and stories. */
export function BridgeProvider({ bridge, children }: BridgeProviderProps): ReactNode {
  // React 18 does not render the context itself.
  return createElement(context.Provider, { value: bridge }, children);
}

/** Returns the bridge that the hooks use. */
export function useBridge(): Bridge {
  return useContext(context) ?? getBridge();
}

/** Returns the launch params of the host, for example startParam. */
export function useLaunchParams(): Bridge['launchParams'] {
  return useBridge().launchParams;
}

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

export interface NotificationPermissionOptions {
  /** Timeout of the prompt in milliseconds. Default 120,000. */
  readonly timeout?: number;
}

export type PermissionResult = CallResult<{ readonly status: PermissionPromptStatus }>;

export interface NotificationPermission {
  /**
   * Asks for permission to send notifications. `ok` is true for `denied` and `rate_limited` too. A call during a pending
   * one resolves immediately with a BridgeBusyError and changes no state. Never rejects.
   */
  readonly requestPermission: () => Promise<PermissionResult>;
  /** Last status; null before the first response. */
  readonly status: PermissionPromptStatus | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

/**
 * Exposes the permission prompt of the host as component state.
 *
 * @example
 * const { requestPermission, status, isLoading, callable } = useNotificationPermission();
 * return callable && <button disabled={isLoading} onClick={requestPermission}>Notify me</button>;
 */
export function useNotificationPermission({
  timeout = 120_000,
}: NotificationPermissionOptions = {}): NotificationPermission {
  const { call, response, isLoading, error, callable } = useHostCall('notifications:permission.request', timeout);
  const requestPermission = useCallback(() => call({}), [call]);
  return { requestPermission, status: response?.status ?? null, isLoading, error, callable };
}

/** Result of a call. Calls never reject. */
export type CallResult<Response> = ({ readonly ok: true } & Response) | { readonly ok: false; readonly error: Error };

export interface HostCall<M extends BridgeMethod> {
  readonly call: (payload: BridgeMethods[M]['payload']) => Promise<CallResult<BridgeMethods[M]['response']>>;
  /** Last response; null before the first. */
  readonly response: BridgeMethods[M]['response'] | null;
  readonly isLoading: boolean;
  /** Error of the last call; null when it succeeded and while a call is pending. */
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

interface CallState<Response> {
  readonly response: Response | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const never = () => () => undefined;

/** Exposes one method of the host as component state: one call at a time, no state changes after unmount. */
function useHostCall<M extends BridgeMethod>(method: M, timeout: number): HostCall<M> {
  type Response = BridgeMethods[M]['response'];
  const bridge = useBridge();
  const [state, setState] = useState<CallState<Response>>({ response: null, isLoading: false, error: null });
  const isPending = useRef(false);
  // A server has no host; the value is read again after hydration.
  const callable = useSyncExternalStore(
    never,
    () => bridge.supports(method),
    () => false,
  );

  const call = useCallback(
    async (payload: BridgeMethods[M]['payload']): Promise<CallResult<Response>> => {
      // React ignores it after unmount.
      const write = (change: Partial<CallState<Response>>) => setState((before) => ({ ...before, ...change }));
      if (isPending.current) return { ok: false, error: new BridgeBusyError(method) };
      // An impossible call sets its error without a loading state.
      const refusal = refusalOf(bridge, method);
      if (refusal !== undefined) {
        write({ error: refusal });
        return { ok: false, error: refusal };
      }
      isPending.current = true;
      write({ isLoading: true, error: null });
      try {
        const response = await bridge.request(method, payload, { timeout });
        write({ response, isLoading: false });
        return { ok: true, ...response };
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new BridgeError('send_failed', String(thrown), thrown);
        write({ error, isLoading: false });
        return { ok: false, error };
      } finally {
        isPending.current = false;
      }
    },
    [bridge, method, timeout],
  );
  return { call, callable, ...state };
}

function refusalOf(bridge: ReturnType<typeof useBridge>, method: BridgeMethod): BridgeError | undefined {
  if (!bridge.available) return new BridgeUnavailableError();
  if (bridge.supports(method)) return undefined;
  return new BridgeMethodUnsupportedError(method, bridgeMethods[method].since, bridge.launchParams.contractVersion);
}

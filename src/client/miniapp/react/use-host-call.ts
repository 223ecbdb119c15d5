import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { BridgeMethod, BridgeMethods } from '../bridge-contract.ts';
import {
  BridgeBusyError,
  BridgeError,
  BridgeMethodUnsupportedError,
  BridgeUnavailableError,
} from '../bridge-errors.ts';
import { bridgeMethods } from '../bridge-contract.ts';
import { useBridge } from './bridge-context.ts';

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
export function useHostCall<M extends BridgeMethod>(method: M, timeout: number): HostCall<M> {
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

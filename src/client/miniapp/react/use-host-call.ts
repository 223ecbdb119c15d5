import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BridgeMethod, BridgeMethods } from '../bridge-contract.ts';
import {
  BridgeBusyError,
  BridgeError,
  BridgeMethodUnsupportedError,
  BridgeUnavailableError,
} from '../bridge-errors.ts';
import { bridgeMethods } from '../bridge-contract.ts';
import { useBridge } from './bridge-context.ts';

/** How a call ended. Calls never reject. */
export type CallResult<Answer> = ({ readonly ok: true } & Answer) | { readonly ok: false; readonly error: Error };

export interface HostCall<M extends BridgeMethod> {
  readonly call: (payload: BridgeMethods[M]['payload']) => Promise<CallResult<BridgeMethods[M]['answer']>>;
  /** The last answer; null before the first. */
  readonly response: BridgeMethods[M]['answer'] | null;
  readonly isLoading: boolean;
  /** Of the last call; null when it succeeded, and while one is under way. */
  readonly error: Error | null;
  /** Whether the host supports the method. */
  readonly callable: boolean;
}

interface CallState<Answer> {
  readonly response: Answer | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const never = () => () => undefined;

/** One method of the host as state of a component: one call at a time, nothing written after unmount. */
export function useHostCall<M extends BridgeMethod>(method: M, timeout: number): HostCall<M> {
  type Answer = BridgeMethods[M]['answer'];
  const bridge = useBridge();
  const [state, setState] = useState<CallState<Answer>>({ response: null, isLoading: false, error: null });
  // True from the start, and again before passive effects: those of children run first, and may call.
  const mounted = useRef(true);
  const underway = useRef(false);
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  // A server has no host; the page asks again as soon as it is its own.
  const callable = useSyncExternalStore(
    never,
    () => bridge.supports(method),
    () => false,
  );

  const call = useCallback(
    async (payload: BridgeMethods[M]['payload']): Promise<CallResult<Answer>> => {
      const write = (change: Partial<CallState<Answer>>) => {
        if (mounted.current) setState((before) => ({ ...before, ...change }));
      };
      if (underway.current) return { ok: false, error: new BridgeBusyError(method) };
      // A call that cannot be made shows its error at once, without a moment of loading.
      const refusal = refusalOf(bridge, method);
      if (refusal !== undefined) {
        write({ error: refusal });
        return { ok: false, error: refusal };
      }
      underway.current = true;
      write({ isLoading: true, error: null });
      try {
        const answer = await bridge.request(method, payload, { timeout });
        write({ response: answer, isLoading: false });
        return { ok: true, ...answer };
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new BridgeError('send_failed', String(thrown), thrown);
        write({ error, isLoading: false });
        return { ok: false, error };
      } finally {
        underway.current = false;
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

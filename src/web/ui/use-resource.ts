import { useCallback, useEffect, useRef, useState } from 'react';

export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  readonly reload: () => void;
  /** After a change whose answer is the new value. */
  readonly replace: (value: Value) => void;
}

interface State<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly loading: boolean;
}

const initial = { value: undefined, error: undefined, loading: true } as const;

/** Something that is read when it is looked at, and again for another `key`. What was there stays while it reloads. */
export function useResource<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Resource<Value> {
  const [state, setState] = useState<State<Value>>(initial);
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  const shown = useRef(key);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const abort = new AbortController();
    const same = shown.current === key;
    shown.current = key;
    setState((before) => (same ? { ...before, loading: true } : initial));
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, error: undefined, loading: false }),
      (error: unknown) => !abort.signal.aborted && setState((before) => ({ ...before, error, loading: false })),
    );
    return () => abort.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const replace = useCallback((value: Value) => setState({ value, error: undefined, loading: false }), []);
  return { ...state, reload, replace };
}

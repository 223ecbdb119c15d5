import { useCallback, useEffect, useRef, useState } from 'react';

export interface Resource<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  readonly reload: () => void;
  /** Replaces the value after a change whose response contains it. */
  readonly replace: (value: Value) => void;
}

interface State<Value> {
  /** Key of the value; a value of another key is never shown. */
  readonly key: string;
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly loading: boolean;
}

const unread = (key: string) => ({ key, value: undefined, error: undefined, loading: true }) as const;

/** Loads a value on mount and whenever `key` changes. A reload keeps the previous value until it completes. */
export function useResource<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Resource<Value> {
  const [state, setState] = useState<State<Value>>(unread(key));
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => (before.key === key ? { ...before, loading: true } : unread(key)));
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ key, value, error: undefined, loading: false }),
      (error: unknown) => !abort.signal.aborted && setState((before) => ({ ...before, error, loading: false })),
    );
    return () => abort.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const replace = useCallback(
    (value: Value) =>
      setState((before) => (before.key === key ? { key, value, error: undefined, loading: false } : before)),
    [key],
  );
  const { value, error, loading } = state.key === key ? state : unread(key);
  return { value, error, loading, reload, replace };
}

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { uiText } from './language.ts';

interface Resource<Value> {
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

interface Action<Args extends readonly unknown[], Result> {
  /** Runs the action unless it is already running. Never rejects: returns undefined on failure or while it is running. */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  readonly busy: boolean;
  readonly error: unknown;
}

/** State of an action that the user starts: whether it is running, and its last error. */
export function useAction<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({
    busy: false,
    error: undefined,
  });
  const latest = useRef(work);
  const isRunning = useRef(false);
  useEffect(() => {
    latest.current = work;
  });
  const run = useCallback(async (...args: Args) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setState({ busy: true, error: undefined });
    try {
      const result = await latest.current(...args);
      setState({ busy: false, error: undefined });
      return result;
    } catch (error) {
      setState({ busy: false, error });
      return undefined;
    } finally {
      isRunning.current = false;
    }
  }, []);
  return { run, ...state };
}

/** What a page shows of a resource without a value: its error with a retry, or that it is loading. */
export function ResourceStatus({
  of: { value, error, loading, reload },
  wait = <Wait />,
}: {
  readonly of: Pick<Resource<unknown>, 'value' | 'error' | 'loading' | 'reload'>;
  readonly wait?: ReactNode;
}): ReactNode {
  return (
    <>
      <ErrorNotice error={error} retry={reload} />
      {value === undefined && loading && wait}
    </>
  );
}

/** A progress indicator with a text. */
export function Wait({ children = uiText('loading') }: { readonly children?: ReactNode }): ReactNode {
  return (
    <p className="wait" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}

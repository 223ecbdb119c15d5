import { useCallback, useEffect, useRef, useState } from 'react';

export interface Action<Args extends readonly unknown[], Result> {
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

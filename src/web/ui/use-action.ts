import { useCallback, useEffect, useRef, useState } from 'react';

export interface Action<Args extends readonly unknown[], Result> {
  /** One at a time. Never rejects: undefined when it failed, or when one is under way. */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  readonly busy: boolean;
  readonly error: unknown;
}

/** Something that a person starts: whether it is under way, and how it failed. */
export function useAction<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: unknown }>({
    busy: false,
    error: undefined,
  });
  const latest = useRef(work);
  const underway = useRef(false);
  useEffect(() => {
    latest.current = work;
  });
  const run = useCallback(async (...args: Args) => {
    if (underway.current) return undefined;
    underway.current = true;
    setState({ busy: true, error: undefined });
    try {
      const result = await latest.current(...args);
      setState({ busy: false, error: undefined });
      return result;
    } catch (error) {
      setState({ busy: false, error });
      return undefined;
    } finally {
      underway.current = false;
    }
  }, []);
  return { run, ...state };
}

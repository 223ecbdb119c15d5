import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { uiText, inWords } from './language.ts';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { SsoClientError } from '../../client/sso/sso-errors.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

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

/** A progress indicator with a text. */
export function Wait({ children = uiText('loading') }: { readonly children?: ReactNode }): ReactNode {
  return (
    <p className="wait" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}

/** An error message with an optional retry button; nothing when there is no error. While a service is overloaded it retries by itself. */
export function ErrorNotice({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}): ReactNode {
  if (error === undefined || error === null) return null;
  return (
    <div className="notice bad" role="alert">
      <p>{describeError(error)}</p>
      {retry && (
        <p className="row">
          <button type="button" className="button small" onClick={retry}>
            {uiText('tryAgain')}
          </button>
          <NextTry error={error} retry={retry} />
        </p>
      )}
    </div>
  );
}

/** Seconds after which an unavailable service is asked again when it names no time, and at most. */
const defaultPause = 5;
const longestPause = 60;

/** Returns after how many seconds a request is repeated; undefined for an error that a repetition does not mend. */
export function pauseOf(error: unknown): number | undefined {
  if (!(error instanceof RefusedError) || error.status !== 503) return undefined;
  const asked = Number(error.headers.get('retry-after') ?? defaultPause);
  return Math.min(Math.max(Number.isFinite(asked) ? asked : defaultPause, 1), longestPause);
}

/** Says when the next try is, and makes it. */
function NextTry({ error, retry }: { readonly error: unknown; readonly retry: () => void }): ReactNode {
  const pause = pauseOf(error);
  const [left, setLeft] = useState(pause ?? 0);
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => setLeft(pause ?? 0), [error, pause]);
  useEffect(() => {
    if (pause === undefined) return undefined;
    const timer = setTimeout(() => (left <= 1 ? latest.current() : setLeft(left - 1)), 1_000);
    return () => clearTimeout(timer);
    // A repetition that fails brings another error, and starts again.
  }, [error, pause, left]);
  // A screen reader hears the error, and not every second.
  return pause === undefined ? null : <span aria-live="off">{uiText('nextTry', { seconds: left })}</span>;
}

export function describeError(error: unknown): string {
  if (error instanceof RefusedError) return describeRefusal(error);
  if (error instanceof UndocumentedResponseError) {
    return uiText('unexpectedStatus', { status: String(error.status) });
  }
  if (error instanceof SsoClientError) return error.error_description ?? error.message;
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) {
    return uiText('unreachable');
  }
  return error instanceof Error ? error.message : String(error);
}

function describeRefusal({ status, body }: RefusedError): string {
  const { message, error, error_description: description, details } = isJsonObject(body) ? body : {};
  const seconds = isJsonObject(details) ? details['retryAfterSeconds'] : undefined;
  if (status === 429 && typeof seconds === 'number') return uiText('tooMany', { time: inWords(seconds) });
  if (status === 401) return uiText('sessionEnded', { reason: text(message) ?? '401' });
  return text(message) ?? text(description) ?? text(error) ?? uiText('refused', { status: String(status) });
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { SsoClientError } from '../../client/sso/sso-errors.ts';
import { inWords, uiText } from './language.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

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

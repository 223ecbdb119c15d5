import type { ReactNode } from 'react';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { SsoClientError } from '../../client/sso/sso-errors.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

/** An error message with an optional retry button; nothing when there is no error. */
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
        <button type="button" className="button small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Returns the text that a user reads about an error. */
export function describeError(error: unknown): string {
  if (error instanceof RefusedError) return describeRefusal(error);
  if (error instanceof UndocumentedResponseError) {
    return `The service responded with an unexpected status (${error.status}). Try again. If it persists, check its log.`;
  }
  if (error instanceof SsoClientError) return error.error_description ?? error.message;
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) {
    return 'The service cannot be reached. Check your connection and that the service is running, then try again.';
  }
  return error instanceof Error ? error.message : String(error);
}

function describeRefusal({ status, body }: RefusedError): string {
  const { message, error, error_description: description, details } = isJsonObject(body) ? body : {};
  const seconds = isJsonObject(details) ? details['retryAfterSeconds'] : undefined;
  if (status === 429 && typeof seconds === 'number') return `Too many requests. Try again in ${inWords(seconds)}.`;
  if (status === 401) return `Your session has ended. Sign in again, or reopen the app. (${text(message) ?? '401'})`;
  return text(message) ?? text(description) ?? text(error) ?? `The service refused the request with status ${status}.`;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

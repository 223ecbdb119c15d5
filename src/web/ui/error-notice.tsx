import type { ReactNode } from 'react';
import { describeError } from './describe-error.ts';

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** An error message with an optional retry button; nothing when there is no error. */
export function ErrorNotice({ error, retry }: ErrorNoticeProps): ReactNode {
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

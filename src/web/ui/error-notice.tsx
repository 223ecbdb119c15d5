import type { ReactNode } from 'react';
import { describeError } from './describe-error.ts';

export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** What went wrong, and a way on. Nothing without an error. */
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

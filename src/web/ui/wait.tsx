import type { ReactNode } from 'react';

/** A progress indicator with a text. */
export function Wait({ children = 'Loading…' }: { readonly children?: ReactNode }): ReactNode {
  return (
    <p className="wait" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}

import type { ReactNode } from 'react';

/** Something is under way, and what. */
export function Wait({ children = 'Loading…' }: { readonly children?: ReactNode }): ReactNode {
  return (
    <p className="wait" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}

import type { ReactNode } from 'react';

export interface MainContentProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The main content of a page, to which the skip link leads. */
export function MainContent({ className, children }: MainContentProps): ReactNode {
  return (
    <main id="content" tabIndex={-1} className={className}>
      {children}
    </main>
  );
}

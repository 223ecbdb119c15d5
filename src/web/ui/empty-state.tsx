import type { ReactNode } from 'react';

/** What stands in place of a list without entries: why it is empty, and what to do. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button or link with the next step. */
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <p className="title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <p>{action}</p>}
    </div>
  );
}

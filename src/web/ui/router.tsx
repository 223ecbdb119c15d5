import { type ReactNode, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Navigates to another path of this application without loading the page. */
export function navigate(path: string): void {
  history.pushState(null, '', path);
  window.scrollTo(0, 0);
  changed();
}

/** The current path. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

export interface AppLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly current?: boolean;
}

/** A link inside the application. Modified clicks open a new tab as usual. */
export function AppLink({ to, children, className, current = false }: AppLinkProps): ReactNode {
  return (
    <a
      href={to}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

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
  // As with a link to the page itself, one step back leaves the page.
  if (path === currentAddress()) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.scrollTo(0, 0);
  changed();
}

const currentAddress = () => location.pathname + location.search;

/** The current path with its query. */
export const useAddress = (): string => useSyncExternalStore(subscribe, currentAddress);

/** The current path. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** A link inside the application. Modified clicks open a new tab as usual. */
export function AppLink({
  to,
  children,
  className,
  current = false,
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
  readonly current?: boolean;
}): ReactNode {
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

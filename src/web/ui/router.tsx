import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

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

/** Asks before the page is left: set while something would be lost. Returns whether the navigation waits. */
let guard: ((path: string) => boolean) | undefined;

/** Navigates to another path of this application without loading the page. */
export function navigate(path: string): void {
  if (guard?.(path) === true) return;
  // As with a link to the page itself, one step back leaves the page.
  if (path === currentAddress()) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.scrollTo(0, 0);
  changed();
}

const currentAddress = () => location.pathname + location.search;

/** The current path with its query. */
export const useAddress = (): string => useSyncExternalStore(subscribe, currentAddress);

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

/** Scrolls the current tab into view, because on a phone the tabs are wider than the page. */
export function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

interface LeaveGuard {
  /** Where the person wants to go; undefined while nobody is asked. */
  readonly to: string | undefined;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Asks before a page is left on which something would be lost.
 *
 * @param active whether something would be lost
 * @param inside prefix of the paths that keep it
 */
export function useLeaveGuard(active: boolean, inside: string): LeaveGuard {
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (!active) return undefined;
    let address = currentAddress();
    guard = (path) => {
      if (path.startsWith(inside)) {
        address = path;
        return false;
      }
      setTo(path);
      return true;
    };
    // The browser has gone back already: return, and ask. The first listener of the window hides it from the others.
    const back = (event: PopStateEvent) => {
      const path = currentAddress();
      if (guard?.(path) !== true) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', address);
    };
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('popstate', back, { capture: true });
    window.addEventListener('beforeunload', unload);
    return () => {
      guard = undefined;
      window.removeEventListener('popstate', back, { capture: true });
      window.removeEventListener('beforeunload', unload);
    };
  }, [active, inside]);
  return {
    to,
    leave: () => {
      guard = undefined;
      if (to !== undefined) navigate(to);
    },
    stay: () => setTo(undefined),
  };
}

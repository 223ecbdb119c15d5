import { useEffect } from 'react';

/** Names the page in the tab, the history and for screen readers. @param parts from the page to the application */
export function usePageTitle(...parts: readonly string[]): void {
  const title = parts.join(' · ');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

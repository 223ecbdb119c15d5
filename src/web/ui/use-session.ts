import { useCallback, useSyncExternalStore } from 'react';
import type { PageSession } from './session.ts';

/** Subject of the signed-in user, synchronized across tabs; undefined when signed out. */
export function useSubject({ sso }: PageSession): string | undefined {
  const subscribe = useCallback((listener: () => void) => sso.onChange(listener), [sso]);
  return useSyncExternalStore(subscribe, () =>
    sso.getAccessToken() === null ? undefined : (sso.getSubject() ?? 'unknown'),
  );
}

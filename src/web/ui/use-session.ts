import { useCallback, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';

/** Who is signed in, kept current over tabs; undefined when nobody is. */
export function useSubject({ sso }: Session): string | undefined {
  const subscribe = useCallback((listener: () => void) => sso.onChange(listener), [sso]);
  return useSyncExternalStore(subscribe, () =>
    sso.getAccessToken() === null ? undefined : (sso.getSubject() ?? 'somebody'),
  );
}

import { useEffect } from 'react';
import { isOwnBrowserPush } from './browser-push.ts';
import type { HostApi } from './host-api.ts';
import type { StreamState } from './push-stream.ts';
import { respondToWatching } from './watching.ts';

/** Responds to the service worker whether this page shows the user's pushes itself, through its open stream. */
export function useWatching(api: HostApi, state: StreamState): void {
  useEffect(() => {
    const receive = (event: MessageEvent) => respondToWatching(event, state === 'open' && isOwnBrowserPush(api));
    navigator.serviceWorker?.addEventListener('message', receive);
    return () => navigator.serviceWorker?.removeEventListener('message', receive);
  }, [api, state]);
}

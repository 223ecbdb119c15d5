import { useEffect } from 'react';
import { isOwnBrowserPush } from './browser-push.ts';
import type { HostApi } from './host-api.ts';
import type { StreamState } from './push-stream.ts';
import { answerWatching } from './watching.ts';

/** Tells the service worker, when a push comes to it, whether this page shows it already: by its stream, to its person. */
export function useWatching(api: HostApi, state: StreamState): void {
  useEffect(() => {
    const receive = (event: MessageEvent) => answerWatching(event, state === 'open' && isOwnBrowserPush(api));
    navigator.serviceWorker?.addEventListener('message', receive);
    return () => navigator.serviceWorker?.removeEventListener('message', receive);
  }, [api, state]);
}

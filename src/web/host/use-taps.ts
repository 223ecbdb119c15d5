import { useEffect } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { readTapAddress, readTapMessage } from './tap.ts';

/** Reports tapped browser notifications: the one that opened this page, and later ones. */
export function useTaps(onTap: (push: Push) => void): void {
  useEffect(() => {
    const opened = readTapAddress(location.hash);
    if (opened !== undefined) {
      history.replaceState(null, '', location.pathname + location.search);
      onTap(opened);
    }
    const receive = ({ data }: MessageEvent) => {
      const push = readTapMessage(data);
      if (push !== undefined) onTap(push);
    };
    navigator.serviceWorker?.addEventListener('message', receive);
    return () => navigator.serviceWorker?.removeEventListener('message', receive);
  }, [onTap]);
}

import { useSyncExternalStore } from 'react';

const query = '(pointer: coarse)';
// Some test environments have no matchMedia.
const list = () => globalThis.matchMedia?.(query);

function subscribe(listener: () => void): () => void {
  const media = list();
  media?.addEventListener('change', listener);
  return () => media?.removeEventListener('change', listener);
}

/** Whether the device is operated by touch, like a phone. False on a server. */
export const useCoarsePointer = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => list()?.matches ?? false,
    () => false,
  );

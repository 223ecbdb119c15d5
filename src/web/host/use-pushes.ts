import { useCallback, useEffect, useRef, useState } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { listenForPushes, type StreamState } from './push-stream.ts';

export interface Pushes {
  /** Pushes that were neither tapped nor dismissed. */
  readonly waiting: readonly Push[];
  readonly state: StreamState;
  /** Reports a tap. */
  readonly tap: (push: Push) => void;
  readonly dismiss: (push: Push) => void;
}

/** Receives the user's pushes, confirms each and shows it once. */
export function usePushes(api: HostApi): Pushes {
  const [waiting, setWaiting] = useState<readonly Push[]>([]);
  const [state, setState] = useState<StreamState>('connecting');
  const received = useRef(new Set<string>());

  const report = useCallback(
    (push: Push, status: 'delivered' | 'clicked') =>
      callWithSession(api.session, () =>
        api.host.createReceipt({ path: { notificationId: push.notificationId }, body: { status } }),
      ),
    [api],
  );
  const dismiss = useCallback(({ notificationId }: Push) => {
    setWaiting((before) => before.filter((one) => one.notificationId !== notificationId));
  }, []);

  useEffect(() => {
    const abort = new AbortController();
    const onPush = async (push: Push) => {
      if (received.current.has(push.notificationId)) return;
      received.current.add(push.notificationId);
      try {
        await report(push, 'delivered');
      } catch (error) {
        // 409: the push was settled otherwise and is not shown. After other errors the next connection delivers it again.
        if (!(error instanceof RefusedError && error.status === 409)) received.current.delete(push.notificationId);
        return;
      }
      setWaiting((before) => [...before, push]);
    };
    void listenForPushes({ api, signal: abort.signal, onPush: (push) => void onPush(push), onState: setState });
    return () => abort.abort();
  }, [api, report]);

  const tap = useCallback(
    (push: Push) => {
      dismiss(push);
      // The app opens even if the report fails.
      void report(push, 'clicked').catch(() => undefined);
    },
    [dismiss, report],
  );
  return { waiting, state, tap, dismiss };
}

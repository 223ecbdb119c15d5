import { useCallback, useEffect, useRef, useState } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { ask } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { listenForPushes, type StreamState } from './push-stream.ts';

export interface Pushes {
  /** Arrived, and neither tapped nor dismissed. */
  readonly waiting: readonly Push[];
  readonly state: StreamState;
  /** Reports that the person tapped it. */
  readonly tap: (push: Push) => void;
  readonly dismiss: (push: Push) => void;
}

/** The pushes of the person who is signed in, as they arrive; each is confirmed, and shown once. */
export function usePushes(api: HostApi): Pushes {
  const [waiting, setWaiting] = useState<readonly Push[]>([]);
  const [state, setState] = useState<StreamState>('connecting');
  const seen = useRef(new Set<string>());

  const report = useCallback(
    (push: Push, status: 'delivered' | 'clicked') =>
      ask(api.session, () =>
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
      if (seen.current.has(push.notificationId)) return;
      seen.current.add(push.notificationId);
      try {
        await report(push, 'delivered');
      } catch (error) {
        // Settled as something else meanwhile: not to be shown. Anything else comes again with the next connection.
        if (!(error instanceof RefusedError && error.status === 409)) seen.current.delete(push.notificationId);
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
      // Whether it is recorded does not keep the person from the app.
      void report(push, 'clicked').catch(() => undefined);
    },
    [dismiss, report],
  );
  return { waiting, state, tap, dismiss };
}

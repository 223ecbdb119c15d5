import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { translated } from './language.ts';
import { forgetOwnDevice, type HostApi, ownDevice } from './host-api.ts';
import { elapsed } from '../ui/elapsed.ts';
import { readEvents } from './read-events.ts';

/** Receives the user's pushes, confirms each and shows it once. */
export function usePushes(api: HostApi): {
  /** Pushes that were neither tapped nor dismissed. */
  readonly waiting: readonly Push[];
  readonly state: StreamState;
  readonly tap: (push: Push) => void;
  readonly dismiss: (push: Push) => void;
} {
  const [waiting, setWaiting] = useState<readonly Push[]>([]);
  const [state, setState] = useState<StreamState>('connecting');
  const received = useRef(new Set<string>());

  const report = useCallback(
    (push: Push, status: 'delivered' | 'clicked') =>
      api.call(() => api.host.createReceipt({ path: { notificationId: push.notificationId }, body: { status } })),
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

export type StreamState = 'connecting' | 'open' | 'waiting';

/** Milliseconds without data after which a stream is considered dead (contract, streamPushes). */
const silenceTimeout = 30_000;
/** Milliseconds before the first reconnection, and the maximum. */
const minDelay = 1_000;
const maxDelay = 30_000;

/** Receives pushes until the signal aborts, and reconnects with exponential backoff and jitter. */
async function listenForPushes({
  api,
  signal,
  onPush,
  onState,
}: {
  readonly api: HostApi;
  readonly signal: AbortSignal;
  readonly onPush: (push: Push) => void;
  readonly onState: (state: StreamState) => void;
}): Promise<void> {
  let delay = minDelay;
  while (!signal.aborted) {
    onState('connecting');
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener('abort', abort);
    let timer = setTimeout(abort, silenceTimeout);
    try {
      const deviceId = await ownDevice(api);
      const stream = await api.call(() => api.host.streamPushes({ query: { deviceId }, signal: connection.signal }));
      onState('open');
      const onData = () => {
        delay = minDelay;
        clearTimeout(timer);
        timer = setTimeout(abort, silenceTimeout);
      };
      for await (const { event, data } of readEvents(stream, onData)) {
        // The contract defines the data of a `push` event as Push.
        if (event === 'push') onPush(JSON.parse(data) as Push);
      }
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) forgetOwnDevice();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
    if (signal.aborted) return;
    onState('waiting');
    // After a restart of the service not all tabs return at the same time.
    await elapsed(delay * (0.5 + Math.random() / 2), signal);
    delay = Math.min(delay * 2, maxDelay);
  }
}

/** Shows arrived notifications above the page. */
export function PushBanner({
  pushes,
  onTap,
  onDismiss,
}: {
  readonly pushes: readonly Push[];
  readonly onTap: (push: Push) => void;
  readonly onDismiss: (push: Push) => void;
}): ReactNode {
  return (
    <div className="pushes" role="region" aria-label={translated('arrived')} aria-live="polite">
      {pushes.map((push) => (
        <div key={push.notificationId} className="push">
          <button type="button" className="open" onClick={() => onTap(push)}>
            <strong>{push.title}</strong>
            <span>{push.body}</span>
          </button>
          <button
            type="button"
            className="button small"
            aria-label={translated('dismissOne', { text: push.body })}
            onClick={() => onDismiss(push)}
          >
            {translated('dismiss')}
          </button>
        </div>
      ))}
    </div>
  );
}

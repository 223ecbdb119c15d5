import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { elapsed } from '../ui/elapsed.ts';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { readEvents } from './read-events.ts';
import { forgetOwnDevice, ownDevice } from './tab-device.ts';

export type StreamState = 'connecting' | 'open' | 'waiting';

export interface PushStreamOptions {
  readonly api: HostApi;
  readonly signal: AbortSignal;
  readonly onPush: (push: Push) => void;
  readonly onState: (state: StreamState) => void;
}

/** Milliseconds without data after which a stream is considered dead (contract, streamPushes). */
const silenceTimeout = 30_000;
/** Milliseconds before the first reconnection, and the maximum. */
const minDelay = 1_000;
const maxDelay = 30_000;

/** Receives pushes until the signal aborts, and reconnects with exponential backoff and jitter. */
export async function listenForPushes({ api, signal, onPush, onState }: PushStreamOptions): Promise<void> {
  let delay = minDelay;
  while (!signal.aborted) {
    onState('connecting');
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener('abort', abort);
    let timer = setTimeout(abort, silenceTimeout);
    try {
      const deviceId = await ownDevice(api);
      const stream = await callWithSession(api.session, () =>
        api.host.streamPushes({ query: { deviceId }, signal: connection.signal }),
      );
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

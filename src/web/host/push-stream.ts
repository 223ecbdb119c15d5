import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { elapsed } from '../ui/elapsed.ts';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { readEvents } from './read-events.ts';

export type StreamState = 'connecting' | 'open' | 'waiting';

export interface PushStreamOptions {
  readonly api: HostApi;
  readonly signal: AbortSignal;
  readonly onPush: (push: Push) => void;
  readonly onState: (state: StreamState) => void;
}

const deviceKey = 'platform-host_device';
/** Milliseconds without data after which a stream is considered dead (contract, streamPushes). */
const silenceTimeout = 30_000;
/** Milliseconds before the first reconnection, and the maximum. */
const minDelay = 1_000;
const maxDelay = 30_000;

/** Receives pushes until the signal aborts, and reconnects with exponential backoff. */
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
      const alive = () => {
        delay = minDelay;
        clearTimeout(timer);
        timer = setTimeout(abort, silenceTimeout);
      };
      for await (const { event, data } of readEvents(stream, alive)) {
        // The contract defines the data of a `push` event as Push.
        if (event === 'push') onPush(JSON.parse(data) as Push);
      }
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) sessionStorage.removeItem(deviceKey);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
    if (signal.aborted) return;
    onState('waiting');
    await elapsed(delay, signal);
    delay = Math.min(delay * 2, maxDelay);
  }
}

/** Returns this tab's device id, and registers the device once. Reloads keep it. */
async function ownDevice({ session, host }: HostApi): Promise<string> {
  const known = sessionStorage.getItem(deviceKey);
  if (known !== null) return known;
  const { deviceId } = await callWithSession(session, () => host.createDevice({ body: { transport: 'stream' } }));
  sessionStorage.setItem(deviceKey, deviceId);
  return deviceId;
}

/** Deletes this tab's device on sign-out, so that the tab receives no more pushes of the user. */
export async function removeOwnDevice({ session, host }: HostApi): Promise<void> {
  const deviceId = sessionStorage.getItem(deviceKey);
  if (deviceId === null) return;
  sessionStorage.removeItem(deviceKey);
  await callWithSession(session, () => host.deleteDevice({ path: { deviceId } }));
}

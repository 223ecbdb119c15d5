import type { Push } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { elapsed } from '../ui/elapsed.ts';
import { ask } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';
import { readEvents } from './sse.ts';

export type StreamState = 'connecting' | 'open' | 'waiting';

export interface PushStreamOptions {
  readonly api: HostApi;
  readonly signal: AbortSignal;
  readonly onPush: (push: Push) => void;
  readonly onState: (state: StreamState) => void;
}

const deviceKey = 'platform-host_device';
/** Milliseconds: a stream that is silent for so long is dead (the contract, streamPushes). */
const silence = 30_000;
const firstPause = 1_000;
const longestPause = 30_000;

/** Listens for pushes until the signal; connects again, later each time, whatever happens. */
export async function listenForPushes({ api, signal, onPush, onState }: PushStreamOptions): Promise<void> {
  let pause = firstPause;
  while (!signal.aborted) {
    onState('connecting');
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener('abort', abort);
    let timer = setTimeout(abort, silence);
    try {
      const deviceId = await ownDevice(api);
      const stream = await ask(api.session, () =>
        api.host.streamPushes({ query: { deviceId }, signal: connection.signal }),
      );
      onState('open');
      const alive = () => {
        pause = firstPause;
        clearTimeout(timer);
        timer = setTimeout(abort, silence);
      };
      for await (const { event, data } of readEvents(stream, alive)) {
        // The contract says that the data of a push is a Push.
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
    await elapsed(pause, signal);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** This tab as a device: registered once, and known again after a reload. */
async function ownDevice({ session, host }: HostApi): Promise<string> {
  const known = sessionStorage.getItem(deviceKey);
  if (known !== null) return known;
  const { deviceId } = await ask(session, () => host.createDevice({ body: { transport: 'stream' } }));
  sessionStorage.setItem(deviceKey, deviceId);
  return deviceId;
}

/** On sign-out: nobody here takes this person's pushes any more. */
export async function removeOwnDevice({ session, host }: HostApi): Promise<void> {
  const deviceId = sessionStorage.getItem(deviceKey);
  if (deviceId === null) return;
  sessionStorage.removeItem(deviceKey);
  await ask(session, () => host.deleteDevice({ path: { deviceId } }));
}

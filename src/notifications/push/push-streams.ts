import type { BaseLogger } from 'pino';
import type { StatusReference } from '../../protocol/status-list.ts';
import type { StatusLists } from '../../protocol/status-lists.ts';
import type { EventBus } from './event-bus.ts';
import type { PushDeviceStore, StreamConnection } from './device-store.ts';
import type { Push, PushStore } from './push-store.ts';
import { pushJson } from './push-transport.ts';

/**
 * Every stream has one of 15 heartbeat slots, one second each. Its heartbeat sends a comment, so that both ends notice a
 * dead connection, and checks for pushes whose event was missed. Streams of one slot share their database statements.
 */
const slotMs = 1_000;
const slots = 15;
/** Pushes in one query. */
const maxPushes = 100;
/** Unread chunks after which a stream is closed. The page reconnects and receives what it missed. */
const maxUnread = 1_000;

export interface PushStreamsDependencies {
  readonly statusLists: Pick<StatusLists, 'isRevoked'>;
  readonly pushes: Pick<PushStore, 'hasOffered' | 'listOffered'>;
  readonly devices: Pick<PushDeviceStore, 'connect' | 'recordHeartbeat'>;
  readonly eventBus: EventBus;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Server-sent event streams of open pages. */
export interface PushStreams {
  /** @returns undefined when the person has no such device of transport `stream` */
  readonly open: (request: {
    readonly sessionAddress: string;
    readonly deviceId: string;
    /** When the access token expires. The stream ends at this time. */
    readonly expiresAt: Date;
    /** Where a revocation of the token is marked. The stream ends within seconds of it. */
    readonly status?: StatusReference | undefined;
  }) => Promise<ReadableStream<Uint8Array> | undefined>;
  /** Ends all streams of this process. Pages reconnect to another one. */
  readonly stop: () => void;
}

export function createPushStreams(dependencies: PushStreamsDependencies): PushStreams {
  const { devices, eventBus, now, newId } = dependencies;
  const open = new Set<OpenStream>();
  let slot = 0;
  const heartbeat = setInterval(() => {
    slot = (slot + 1) % slots;
    for (const stream of open) {
      stream.endIfRevoked();
      if (stream.slot === slot) stream.beat();
    }
  }, slotMs);

  return {
    open: async ({ sessionAddress, deviceId, expiresAt, status }) => {
      const connection = { sessionAddress, deviceId, connection: newId() };
      if (!(await devices.connect(connection, now()))) return undefined;
      // Ends the device's older stream. Its next heartbeat would end it if the event is missed.
      eventBus.emit('disconnect', deviceId);
      return pushStream({ connection, expiresAt, status, slot }, dependencies, open);
    },
    stop: () => {
      clearInterval(heartbeat);
      for (const stream of open) stream.end();
    },
  };
}

interface OpenStream {
  /** Heartbeat slot (0–14), fixed when the stream opens. */
  readonly slot: number;
  readonly beat: () => void;
  /** Ends the stream when its token is revoked, or when its status cannot be read. */
  readonly endIfRevoked: () => void;
  readonly end: () => void;
}

interface NewStream {
  readonly connection: StreamConnection;
  readonly expiresAt: Date;
  readonly status: StatusReference | undefined;
  readonly slot: number;
}

function pushStream(
  { connection, expiresAt, status, slot }: NewStream,
  { pushes, devices, statusLists, eventBus, now, log }: PushStreamsDependencies,
  open: Set<OpenStream>,
) {
  const { sessionAddress, deviceId } = connection;
  const encoder = new TextEncoder();
  const shown = new Set<string>();
  let end = () => {};

  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text));

      const endIfUnread = () => {
        if ((controller.desiredSize ?? 0) < -maxUnread) end();
      };

      const show = (push: Push): void => {
        if (shown.has(push.notificationId) || !open.has(stream)) return;
        shown.add(push.notificationId);
        write(`event: push\nid: ${push.notificationId}\ndata: ${pushJson(push)}\n\n`);
      };

      let sending = false;
      let again = false;
      const sendOffered = async (): Promise<void> => {
        again = true;
        if (sending) return;
        sending = true;
        while (again && open.has(stream)) {
          again = false;
          const offered = await pushes.listOffered(sessionAddress, maxPushes);
          offered.forEach(show);
          endIfUnread();
        }
        sending = false;
      };
      const receive = (push: Push | undefined): void => {
        if (push === undefined) return guarded(sendOffered)();
        show(push);
        endIfUnread();
      };
      const beat = async (): Promise<void> => {
        if (!(await devices.recordHeartbeat({ ...connection, seenAt: now() }))) return end();
        if (open.has(stream)) write(': still here\n\n');
        endIfUnread();
        if (await pushes.hasOffered(sessionAddress)) await sendOffered();
      };
      const endIfRevoked = async (): Promise<void> => {
        if (status !== undefined && (await statusLists.isRevoked(status))) end();
      };
      const guarded = (task: () => Promise<void>) => () => {
        task().catch((error: unknown) => {
          log.error({ err: error, deviceId }, 'a push stream failed and was closed');
          end();
        });
      };

      const lifetime = setTimeout(
        () => end(),
        Math.min(Math.max(0, expiresAt.getTime() - now().getTime()), 2 ** 31 - 1),
      );
      const stopListening = [
        eventBus.on('pushes', sessionAddress, receive),
        eventBus.on('disconnect', deviceId, () => end()),
      ];
      end = () => {
        if (!open.delete(stream)) return;
        clearTimeout(lifetime);
        for (const stop of stopListening) stop();
        try {
          controller.close();
        } catch {
          // The reader has already cancelled the stream.
        }
      };
      const stream: OpenStream = { slot, beat: guarded(beat), endIfRevoked: guarded(endIfRevoked), end };
      open.add(stream);
      write(': open\n\n');
      guarded(sendOffered)();
    },
    cancel: () => end(),
  });
}

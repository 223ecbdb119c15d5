import type { BaseLogger } from 'pino';
import type { Signals } from '../signals.ts';
import type { DeviceStore, StreamConnection } from '../store/devices.ts';
import type { PushStore } from '../store/pushes.ts';
import { pushJson } from './transport.ts';

/**
 * Turns of one second. In every fifteenth a stream gets a comment, so that both ends notice a dead connection, and a
 * look, for a push that no signal told of. Streams of one turn ask the database together: each asking for itself would
 * be most of what it has to do.
 */
const turnMs = 1_000;
const turns = 15;
/** Pushes of one look. */
const maxPushes = 100;
/** Unread chunks after which a page counts as stuck; it connects again and gets what it missed. */
const maxUnread = 1_000;

export interface StreamRequest {
  readonly sessionAddress: string;
  readonly deviceId: string;
  /** When the token ends, and the stream with it. */
  readonly expiresAt: Date;
}

export interface PushStreamParts {
  readonly pushes: Pick<PushStore, 'isWaiting' | 'waitingFor'>;
  readonly devices: Pick<DeviceStore, 'connect' | 'keepOpen'>;
  readonly signals: Signals;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Server-sent events to open pages. */
export interface PushStreams {
  /** @returns undefined when the person has no such device of transport `stream`. */
  readonly open: (request: StreamRequest) => Promise<ReadableStream<Uint8Array> | undefined>;
  /** Ends all streams of this process; pages connect again elsewhere. */
  readonly stop: () => void;
}

export function createPushStreams(parts: PushStreamParts): PushStreams {
  const { devices, now, newId } = parts;
  const open = new Set<OpenStream>();
  let turn = 0;
  const heartbeat = setInterval(() => {
    turn = (turn + 1) % turns;
    for (const stream of open) if (stream.turn === turn) stream.beat();
  }, turnMs);

  return {
    open: async ({ sessionAddress, deviceId, expiresAt }) => {
      const connection = newId();
      const held = { sessionAddress, deviceId, connection };
      if (!(await devices.connect(held, now()))) return undefined;
      // The device's older stream, if it is in this process, ends at once; elsewhere with its next heartbeat.
      parts.signals.emit('disconnect', deviceId);
      return pushStream({ held, expiresAt, turn }, parts, open);
    },
    stop: () => {
      clearInterval(heartbeat);
      for (const stream of open) stream.end();
    },
  };
}

interface OpenStream {
  /** In which it gets its heartbeat: that in which it was opened. */
  readonly turn: number;
  readonly beat: () => void;
  readonly end: () => void;
}

interface NewStream {
  readonly held: StreamConnection;
  readonly expiresAt: Date;
  readonly turn: number;
}

function pushStream({ held, expiresAt, turn }: NewStream, parts: PushStreamParts, open: Set<OpenStream>) {
  const { pushes, devices, signals, now, log } = parts;
  const encoder = new TextEncoder();
  const shown = new Set<string>();
  let end = () => {};

  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text));

      const endIfStuck = () => {
        if ((controller.desiredSize ?? 0) < -maxUnread) end();
      };

      let looking = false;
      let again = false;
      const look = async (): Promise<void> => {
        again = true;
        if (looking) return;
        looking = true;
        while (again && open.has(stream)) {
          again = false;
          const waiting = await pushes.waitingFor(held.sessionAddress, maxPushes);
          for (const push of waiting) {
            if (shown.has(push.notificationId) || !open.has(stream)) continue;
            shown.add(push.notificationId);
            write(`event: push\nid: ${push.notificationId}\ndata: ${pushJson(push)}\n\n`);
          }
          endIfStuck();
        }
        looking = false;
      };
      const beat = async (): Promise<void> => {
        if (!(await devices.keepOpen({ ...held, seenAt: now() }))) return end();
        if (open.has(stream)) write(': still here\n\n');
        endIfStuck();
        if (await pushes.isWaiting(held.sessionAddress)) await look();
      };
      const guarded = (task: () => Promise<void>) => () => {
        task().catch((error: unknown) => {
          log.error({ err: error, deviceId: held.deviceId }, 'a push stream broke off');
          end();
        });
      };

      const lifetime = setTimeout(
        () => end(),
        Math.min(Math.max(0, expiresAt.getTime() - now().getTime()), 2 ** 31 - 1),
      );
      const stopListening = [
        signals.on('pushes', (address) => {
          if (address === held.sessionAddress) guarded(look)();
        }),
        signals.on('disconnect', (deviceId) => {
          if (deviceId === held.deviceId) end();
        }),
      ];
      end = () => {
        if (!open.delete(stream)) return;
        clearTimeout(lifetime);
        for (const stop of stopListening) stop();
        try {
          controller.close();
        } catch {
          // The reader has cancelled: it is closed already.
        }
      };
      const stream: OpenStream = { turn, beat: guarded(beat), end };
      open.add(stream);
      write(': open\n\n');
      guarded(look)();
    },
    cancel: () => end(),
  });
}

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

const encoder = new TextEncoder();

interface PushStreamsDependencies {
  readonly statusLists: Pick<StatusLists, 'isRevoked'>;
  readonly pushes: Pick<PushStore, 'hasOffered' | 'listOffered'>;
  readonly devices: Pick<PushDeviceStore, 'connect' | 'recordHeartbeat'>;
  readonly eventBus: EventBus;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Server-sent event streams of open pages. */
interface PushStreams {
  /** @returns undefined when the person has no such device of transport `stream` */
  readonly open: (request: {
    readonly sessionAddress: string;
    readonly deviceId: string;
    /** When the access token expires. The stream ends within a second of it. */
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
    for (const stream of open) stream.tick(slot);
  }, slotMs);

  return {
    open: async ({ sessionAddress, deviceId, expiresAt, status }) => {
      const connection = { sessionAddress, deviceId, connection: newId() };
      if (!(await devices.connect(connection, now()))) return undefined;
      // Ends the device's older stream. Its next heartbeat would end it if the event is missed.
      eventBus.emit('pages', sessionAddress, { replaced: deviceId });
      return new ReadableStream(new OpenStream({ connection, expiresAt, status, slot }, dependencies, open));
    },
    stop: () => {
      clearInterval(heartbeat);
      for (const stream of open) stream.end();
    },
  };
}

interface StreamOptions {
  readonly connection: StreamConnection;
  readonly expiresAt: Date;
  readonly status: StatusReference | undefined;
  /** Heartbeat slot (0–14), fixed when the stream opens. */
  readonly slot: number;
}

/** An open page. A process has thousands: what all streams share is in methods, and none has a timer of its own. */
class OpenStream implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: StreamOptions;
  readonly #dependencies: PushStreamsDependencies;
  readonly #open: Set<OpenStream>;
  readonly #shown = new Set<string>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #stopListening: (() => void) | undefined;
  #sending = false;
  #again = false;

  constructor(options: StreamOptions, dependencies: PushStreamsDependencies, open: Set<OpenStream>) {
    this.#options = options;
    this.#dependencies = dependencies;
    this.#open = open;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    const { sessionAddress, deviceId } = this.#options.connection;
    this.#stopListening = this.#dependencies.eventBus.on('pages', sessionAddress, ({ push, replaced }) => {
      if (replaced === undefined) this.#receive(push);
      else if (replaced === deviceId) this.end();
    });
    this.#open.add(this);
    this.#write(': open\n\n');
    this.#guard(this.#sendOffered());
  }

  cancel(): void {
    this.end();
  }

  end(): void {
    if (!this.#open.delete(this)) return;
    this.#stopListening?.();
    try {
      this.#controller?.close();
    } catch {
      // The reader has already cancelled the stream.
    }
  }

  /** A second has passed: ends the stream when its token has expired or is revoked, or when the status cannot be read. */
  tick(slot: number): void {
    const { expiresAt, status } = this.#options;
    const { now, statusLists } = this.#dependencies;
    if (expiresAt <= now()) return this.end();
    if (status !== undefined)
      this.#guard(
        statusLists.isRevoked(status).then((revoked) => {
          if (revoked) this.end();
        }),
      );
    if (slot === this.#options.slot) this.#guard(this.#beat());
  }

  async #beat(): Promise<void> {
    const { connection } = this.#options;
    const { devices, pushes, now } = this.#dependencies;
    if (!(await devices.recordHeartbeat({ ...connection, seenAt: now() }))) return this.end();
    if (this.#open.has(this)) this.#write(': still here\n\n');
    this.#endIfUnread();
    if (await pushes.hasOffered(connection.sessionAddress)) await this.#sendOffered();
  }

  #receive(push: Push | undefined): void {
    if (push === undefined) return this.#guard(this.#sendOffered());
    this.#show(push);
    this.#endIfUnread();
  }

  async #sendOffered(): Promise<void> {
    this.#again = true;
    if (this.#sending) return;
    this.#sending = true;
    while (this.#again && this.#open.has(this)) {
      this.#again = false;
      const offered = await this.#dependencies.pushes.listOffered(this.#options.connection.sessionAddress, maxPushes);
      for (const push of offered) this.#show(push);
      this.#endIfUnread();
    }
    this.#sending = false;
  }

  #show(push: Push): void {
    if (this.#shown.has(push.notificationId) || !this.#open.has(this)) return;
    this.#shown.add(push.notificationId);
    this.#write(`event: push\nid: ${push.notificationId}\ndata: ${pushJson(push)}\n\n`);
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  #endIfUnread(): void {
    if ((this.#controller?.desiredSize ?? 0) < -maxUnread) this.end();
  }

  #guard(task: Promise<void>): void {
    task.catch((error: unknown) => {
      const { deviceId } = this.#options.connection;
      this.#dependencies.log.error({ err: error, deviceId }, 'a push stream failed and was closed');
      this.end();
    });
  }
}

import { type Kysely, sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from '../../runtime/database/database.ts';
import type { NotificationsDatabase } from '../database.ts';

/** Events that wake waiting work, with the type of their value. */
export interface EventTopics {
  /** Webhook deliveries are due. */
  readonly deliveries: undefined;
  /** Notifications were accepted. */
  readonly notifications: undefined;
  /** Open pages of a person have a push to show. Value: the person's session address. */
  readonly pushes: string;
  /** The stream of a device must end. Value: the device id. */
  readonly disconnect: string;
}

export type EventTopic = keyof EventTopics;

interface BusEvent {
  readonly topic: EventTopic;
  readonly value: string | undefined;
}

/** Wakes waiting work. Delivery is not guaranteed: work that misses an event is found by polling. */
export interface EventBus {
  readonly emit: <Topic extends EventTopic>(topic: Topic, value: EventTopics[Topic]) => void;
  /** Passes an event of another process to the listeners of this one. */
  readonly receive: (event: BusEvent) => void;
  /** @returns a function that removes the listener */
  readonly on: <Topic extends EventTopic>(topic: Topic, listener: (value: EventTopics[Topic]) => void) => () => void;
}

/** @param forward receives every event of this process, to pass it to other processes */
export function createEventBus(forward: (event: BusEvent) => void = () => undefined): EventBus {
  const listeners = new Map<EventTopic, Set<(value: never) => void>>();
  const receive = ({ topic, value }: BusEvent): void => {
    for (const listener of listeners.get(topic) ?? []) (listener as (given: typeof value) => void)(value);
  };
  return {
    receive,
    emit: (topic, value) => {
      receive({ topic, value });
      forward({ topic, value });
    },
    on: (topic, listener) => {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners);
      topicListeners.add(listener);
      return () => topicListeners.delete(listener);
    },
  };
}

/** Events of this many milliseconds share one message: PostgreSQL serializes transactions that notify. */
const batchMs = 20;

export interface DistributedEventBusDependencies {
  readonly database: Database;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'warn'>;
}

export interface DistributedEventBus {
  readonly eventBus: EventBus;
  readonly stop: () => Promise<void>;
}

interface ChannelMessage {
  /** Id of the sending process. */
  readonly from: string;
  readonly events: readonly BusEvent[];
}

/** Creates an event bus that spans all processes on a PostgreSQL server; an embedded database has one process only. */
export function createDistributedEventBus({
  database,
  newId,
  log,
}: DistributedEventBusDependencies): DistributedEventBus {
  if (database.engine === 'embedded') return { eventBus: createEventBus(), stop: () => Promise.resolve() };
  const db: Kysely<NotificationsDatabase> = database.as();
  const processId = newId();
  let pending = new Map<string, BusEvent>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const message: ChannelMessage = { from: processId, events: [...pending.values()] };
    pending = new Map();
    const text = JSON.stringify(message);
    // A batch that is too large is dropped: other processes find their work by polling.
    if (Buffer.byteLength(text) > maxChannelMessageBytes) return;
    notifyChannel(db, text).catch((error: unknown) => log.warn({ err: error }, 'other processes were not notified'));
  };
  const eventBus = createEventBus((event) => {
    pending.set(`${event.topic} ${event.value ?? ''}`, event);
    timer ??= setTimeout(flush, batchMs);
  });
  const listening = database.listen(eventChannel, (text) => {
    const message: ChannelMessage = JSON.parse(text);
    if (message.from !== processId) for (const event of message.events) eventBus.receive(event);
  });

  return {
    eventBus,
    stop: async () => {
      clearTimeout(timer);
      await listening.stop();
    },
  };
}

/** PostgreSQL notification channel of the service's events. */
const eventChannel = 'notifications';

/** PostgreSQL accepts payloads of less than 8000 bytes. */
const maxChannelMessageBytes = 7_000;

/** Sends a message to every process that listens on the channel. */
async function notifyChannel(db: Kysely<NotificationsDatabase>, text: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${text})`.execute(db);
}

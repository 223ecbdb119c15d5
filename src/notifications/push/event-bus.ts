import type { Push } from './push-store.ts';

/** Events that wake waiting work, with the type of their value. */
interface EventTopics {
  /** Webhook deliveries are due. */
  readonly deliveries: undefined;
  /** Notifications were accepted. */
  readonly notifications: undefined;
  /** Open pages of a person have a push to show, or one of them ends. Value: the person's session address. */
  readonly pages: string;
}

type EventTopic = keyof EventTopics;

export interface BusEvent {
  readonly topic: EventTopic;
  /** Whom the event is for; undefined for all. */
  readonly value: string | undefined;
  /** Of `pages`: the device whose stream ends, because it is deleted or has a newer one. */
  readonly replaced?: string | undefined;
}

interface EventDetail extends Pick<BusEvent, 'replaced'> {
  /** What listeners of the same process need not look up; those of other processes do not get it. */
  readonly push?: Push;
}

type Listener = (detail: EventDetail) => void;

/** Wakes waiting work. Delivery is not guaranteed: work that misses an event is found by polling. */
export interface EventBus {
  readonly emit: <Topic extends EventTopic>(topic: Topic, value: EventTopics[Topic], detail?: EventDetail) => void;
  /**
   * Listens to the events of one value.
   *
   * @returns a function that removes the listener
   */
  readonly on: <Topic extends EventTopic>(topic: Topic, value: EventTopics[Topic], listener: Listener) => () => void;
}

/** Carries events between processes. */
interface EventTransport {
  readonly send: (event: BusEvent) => void;
  /** Called when this process gets its first listener of an event. @returns a function that ends the subscription */
  readonly subscribe: (event: BusEvent) => () => void;
  readonly stop: () => Promise<void>;
}

/** Creates a transport. @param receive passes an event of another process to the listeners of this one */
export type ConnectTransport = (receive: (event: BusEvent) => void) => EventTransport;

const withoutTransport: ConnectTransport = () => ({
  send: () => undefined,
  subscribe: () => () => undefined,
  stop: () => Promise.resolve(),
});

/** Names the subscription that an event is for. */
export const keyOf = ({ topic, value }: BusEvent): string => `${topic} ${value ?? ''}`;

interface Subscription {
  readonly listeners: Set<Listener>;
  readonly end: () => void;
}

/** Creates a bus, of one process unless a transport connects it to others. */
export function createEventBus(connect: ConnectTransport = withoutTransport): EventBus & Pick<EventTransport, 'stop'> {
  const subscriptions = new Map<string, Subscription>();
  const receive = (event: BusEvent, detail: EventDetail): void => {
    for (const listener of subscriptions.get(keyOf(event))?.listeners ?? []) listener(detail);
  };
  const transport = connect((event) => receive(event, event));
  return {
    emit: (topic, value, detail = {}) => {
      const event = { topic, value, replaced: detail.replaced };
      receive(event, detail);
      transport.send(event);
    },
    on: (topic, value, listener) => {
      const key = keyOf({ topic, value });
      const existing = subscriptions.get(key);
      const { listeners, end } = existing ?? {
        listeners: new Set<Listener>(),
        end: transport.subscribe({ topic, value }),
      };
      if (existing === undefined) subscriptions.set(key, { listeners, end });
      // Two listeners may be the same function.
      const own: Listener = (detail) => listener(detail);
      listeners.add(own);
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        subscriptions.delete(key);
        end();
      };
    },
    stop: transport.stop,
  };
}

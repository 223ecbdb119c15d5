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

export interface BusEvent {
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

/** What happened that somebody in this process, or in another one, is waiting for. */
export interface SignalTopics {
  /** Webhook deliveries are due. */
  readonly deliveries: undefined;
  /** Notifications were accepted. */
  readonly notifications: undefined;
  /** A person's open pages have a push to show; their session address. */
  readonly pushes: string;
  /** A device's stream has to end; the device. */
  readonly disconnect: string;
}

export type SignalTopic = keyof SignalTopics;

/** Wakes waiting work. A hint only: whoever misses it finds the work by polling. */
export interface Signals {
  readonly emit: <Topic extends SignalTopic>(topic: Topic, value: SignalTopics[Topic]) => void;
  /** @returns stops listening. */
  readonly on: <Topic extends SignalTopic>(topic: Topic, listener: (value: SignalTopics[Topic]) => void) => () => void;
}

export function createSignals(): Signals {
  const listeners = new Map<SignalTopic, Set<(value: never) => void>>();
  return {
    emit: (topic, value) => {
      for (const listener of listeners.get(topic) ?? []) (listener as (given: typeof value) => void)(value);
    },
    on: (topic, listener) => {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own);
      own.add(listener);
      return () => own.delete(listener);
    },
  };
}

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

export interface Signal {
  readonly topic: SignalTopic;
  readonly value: string | undefined;
}

/** Wakes waiting work. A hint only: whoever misses it finds the work by polling. */
export interface Signals {
  readonly emit: <Topic extends SignalTopic>(topic: Topic, value: SignalTopics[Topic]) => void;
  /** Passes on what another process emitted. */
  readonly receive: (signal: Signal) => void;
  /** @returns stops listening. */
  readonly on: <Topic extends SignalTopic>(topic: Topic, listener: (value: SignalTopics[Topic]) => void) => () => void;
}

/** @param relay is told what this process emits, so that others hear of it */
export function createSignals(relay: (signal: Signal) => void = () => undefined): Signals {
  const listeners = new Map<SignalTopic, Set<(value: never) => void>>();
  const receive = ({ topic, value }: Signal): void => {
    for (const listener of listeners.get(topic) ?? []) (listener as (given: typeof value) => void)(value);
  };
  return {
    receive,
    emit: (topic, value) => {
      receive({ topic, value });
      relay({ topic, value });
    },
    on: (topic, listener) => {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own);
      own.add(listener);
      return () => own.delete(listener);
    },
  };
}

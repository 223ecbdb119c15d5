import { connect, type NatsConnection, type NodeConnectionOptions, type Subscription } from '@nats-io/transport-node';
import type { BaseLogger } from 'pino';
import { type BusEvent, type ConnectTransport, keyOf } from './event-bus.ts';

/** Milliseconds between two attempts to connect. */
const reconnectAfter = 1_000;

/** Of events that one process should see, whichever it is. */
const workers = 'platform-workers';

/**
 * Carries events in NATS: subjects for each recipient, to which only the processes with open pages of that person subscribe,
 * and subjects for work, of which one other process is told. Messages are empty, so that subjects name ids only. While NATS
 * cannot be reached, events are lost and work is found by polling.
 *
 * @param url `nats://user:password@host:4222`, or `tls://` likewise
 */
export const createNatsTransport =
  (url: string, log: Pick<BaseLogger, 'warn'>): ConnectTransport =>
  (receive) => {
    const wanted = new Map<string, { readonly event: BusEvent; subscription?: Subscription }>();
    let connection: NatsConnection | undefined;
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;

    const subscribe = (nats: NatsConnection, event: BusEvent): Subscription =>
      nats.subscribe(event.value === undefined ? subjectOf(event) : `${recipientOf(event)}.*`, {
        ...(event.value === undefined && { queue: workers }),
        callback: (error, message) => {
          if (error) log.warn({ err: error }, 'a message of NATS was lost');
          else receive({ ...event, replaced: replacedOf(message.subject) });
        },
      });
    const open = async (): Promise<void> => {
      try {
        // Later interruptions are the client's, which subscribes again.
        const nats = await connect(optionsOf(url));
        if (stopped) return await nats.close();
        connection = nats;
        for (const each of wanted.values()) each.subscription = subscribe(nats, each.event);
      } catch (error) {
        log.warn({ err: error }, 'NATS cannot be reached; the next attempt follows');
        if (!stopped) timer = setTimeout(() => void open(), reconnectAfter);
      }
    };
    const opening = open();

    return {
      send: (event) => {
        if (connection && !connection.isClosed()) connection.publish(subjectOf(event));
      },
      subscribe: (event) => {
        const key = keyOf(event);
        const connected = connection && !connection.isClosed() ? connection : undefined;
        wanted.set(key, { event, ...(connected && { subscription: subscribe(connected, event) }) });
        return () => {
          wanted.get(key)?.subscription?.unsubscribe();
          wanted.delete(key);
        };
      },
      stop: async () => {
        stopped = true;
        clearTimeout(timer);
        await opening;
        await connection?.close();
      },
    };
  };

/** Connects once. @throws Error when NATS does not respond or refuses the credentials */
export async function checkNats(url: string): Promise<void> {
  const nats = await connect({ ...optionsOf(url), reconnect: false, timeout: 5_000 });
  await nats.flush();
  await nats.close();
}

/** Ids may have characters that separate the parts of a subject. */
const part = (id: string): string => Buffer.from(id).toString('base64url');

const recipientOf = ({ topic, value = '' }: BusEvent): string => `platform.${topic}.${part(value)}`;

/** The last part of the subject of a push; a device id has more characters. */
const push = 'push';

const subjectOf = (event: BusEvent): string =>
  event.value === undefined
    ? `platform.${event.topic}`
    : `${recipientOf(event)}.${event.replaced === undefined ? push : part(event.replaced)}`;

function replacedOf(subject: string): string | undefined {
  const last = subject.split('.')[3] ?? push;
  return last === push ? undefined : Buffer.from(last, 'base64url').toString();
}

function optionsOf(url: string): NodeConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  return {
    servers: host,
    name: 'platform',
    // This process has told its own listeners.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectAfter,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}

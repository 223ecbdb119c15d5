import type { BaseLogger } from 'pino';
import type { Database } from '../../runtime/database/database.ts';
import { createEventBus, type BusEvent, type ConnectTransport, keyOf } from './event-bus.ts';
import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** PostgreSQL notification channel of the service's events. */
const channel = 'notifications';

/** Events of this many milliseconds share messages: PostgreSQL serializes transactions that notify. */
const batchMs = 20;

/** PostgreSQL accepts payloads of less than 8000 bytes. */
const maxMessageBytes = 7_000;

interface ChannelMessage {
  /** Id of the sending process. */
  readonly from: string;
  readonly events: readonly BusEvent[];
}

interface ChannelTransportDependencies {
  readonly database: Database;
  readonly processId: string;
  readonly log: Pick<BaseLogger, 'warn'>;
}

/** Carries events in PostgreSQL notifications, which every process receives. */
const createChannelTransport =
  ({ database, processId, log }: ChannelTransportDependencies): ConnectTransport =>
  (receive) => {
    let pending = new Map<string, BusEvent>();
    let timer: NodeJS.Timeout | undefined;
    const flush = async (): Promise<void> => {
      timer = undefined;
      const events = [...pending.values()];
      pending = new Map();
      for (const message of messagesOf(processId, events)) await notifyChannel(database.as(), channel, message);
    };
    const listening = database.listen(channel, (text) => {
      const { from, events }: ChannelMessage = JSON.parse(text);
      if (from !== processId) for (const event of events) receive(event);
    });
    return {
      send: (event) => {
        pending.set(`${keyOf(event)} ${event.replaced ?? ''}`, event);
        timer ??= setTimeout(() => {
          flush().catch((error: unknown) => log.warn({ err: error }, 'other processes were not notified'));
        }, batchMs);
      },
      subscribe: () => () => undefined,
      stop: async () => {
        clearTimeout(timer);
        await listening.stop();
      },
    };
  };

/** Returns the messages that carry events, each small enough for PostgreSQL. */
export function messagesOf(from: string, events: readonly BusEvent[]): readonly string[] {
  const texts: string[] = [];
  let batch: BusEvent[] = [];
  const textOf = (included: readonly BusEvent[]) => JSON.stringify({ from, events: included } satisfies ChannelMessage);
  for (const event of events) {
    if (batch.length > 0 && Buffer.byteLength(textOf([...batch, event])) > maxMessageBytes) {
      texts.push(textOf(batch));
      batch = [];
    }
    batch.push(event);
  }
  return batch.length > 0 ? [...texts, textOf(batch)] : texts;
}

/** Creates an event bus that spans all processes; an embedded database has one process only. */
export async function createDistributedEventBus({
  database,
  natsUrl,
  newId,
  log,
}: {
  readonly database: Database;
  /** Address of NATS; undefined: PostgreSQL carries the events. */
  readonly natsUrl?: string | undefined;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'warn'>;
}): Promise<ReturnType<typeof createEventBus>> {
  if (natsUrl !== undefined) {
    const { createNatsTransport } = await import('./nats-transport.ts');
    return createEventBus(createNatsTransport(natsUrl, log));
  }
  return database.engine === 'embedded'
    ? createEventBus()
    : createEventBus(createChannelTransport({ database, processId: newId(), log }));
}

/** Sends a message to every process that listens on a channel. */
async function notifyChannel(db: Kysely<NotificationsDatabase>, channel: string, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(db);
}

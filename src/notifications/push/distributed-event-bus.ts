import type { BaseLogger } from 'pino';
import type { Database } from '../../runtime/database/database.ts';
import { createChannelTransport } from './channel-transport.ts';
import { createEventBus } from './event-bus.ts';

export interface DistributedEventBusDependencies {
  readonly database: Database;
  /** Address of NATS; undefined: PostgreSQL carries the events. */
  readonly natsUrl?: string | undefined;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'warn'>;
}

/** Creates an event bus that spans all processes; an embedded database has one process only. */
export async function createDistributedEventBus({
  database,
  natsUrl,
  newId,
  log,
}: DistributedEventBusDependencies): Promise<ReturnType<typeof createEventBus>> {
  if (natsUrl !== undefined) {
    const { createNatsTransport } = await import('./nats-transport.ts');
    return createEventBus(createNatsTransport(natsUrl, log));
  }
  return database.engine === 'embedded'
    ? createEventBus()
    : createEventBus(createChannelTransport({ database, processId: newId(), log }));
}

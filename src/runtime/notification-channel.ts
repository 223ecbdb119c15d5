import { Client } from 'pg';
import type { DatabaseLog, ChannelSubscription } from './engine.ts';

/** Milliseconds before a broken connection is made anew. */
const reconnectAfter = 2_000;

export interface ChannelOptions {
  readonly databaseUrl: string;
  readonly channel: string;
  readonly onNotification: (text: string) => void;
  readonly log: DatabaseLog | undefined;
}

/** Hears a channel of a PostgreSQL server (LISTEN) on a connection of its own, which is made anew when it breaks. */
export function listenOnChannel({ databaseUrl, channel, onNotification, log }: ChannelOptions): ChannelSubscription {
  let stopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'platform notices',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = fresh;
    const again = (error?: Error) => {
      if (client !== fresh) return;
      client = undefined;
      void end(fresh);
      if (stopped) return;
      log?.warn({ err: error, channel }, 'the database connection that listens broke; it is made anew');
      timer = setTimeout(() => void connect(), reconnectAfter);
      timer.unref();
    };
    fresh.on('error', again);
    fresh.on('end', () => again());
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      again(error instanceof Error ? error : undefined);
    }
  };
  const started = connect();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await started;
      const last = client;
      client = undefined;
      if (last) await end(last);
    },
  };
}

/** A connection that broke does not always end well. */
async function end(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // It is gone, which is what was wanted.
  }
}

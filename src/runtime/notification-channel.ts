import { Client } from 'pg';
import type { DatabaseLog, ChannelSubscription } from './engine.ts';

/** Milliseconds before a broken connection is opened again. */
const reconnectAfter = 2_000;

export interface ChannelOptions {
  readonly databaseUrl: string;
  readonly channel: string;
  readonly onNotification: (text: string) => void;
  readonly log: DatabaseLog | undefined;
}

/** Listens on a notification channel (LISTEN) with a dedicated connection, which is opened again when it breaks. */
export function listenOnChannel({ databaseUrl, channel, onNotification, log }: ChannelOptions): ChannelSubscription {
  let stopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'platform notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = fresh;
    const reconnect = (error?: Error) => {
      if (client !== fresh) return;
      client = undefined;
      void end(fresh);
      if (stopped) return;
      log?.warn({ err: error, channel }, 'the connection of the notification channel broke; reconnecting');
      timer = setTimeout(() => void connect(), reconnectAfter);
      timer.unref();
    };
    fresh.on('error', reconnect);
    fresh.on('end', () => reconnect());
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      reconnect(error instanceof Error ? error : undefined);
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

/** Ends a connection; a broken one can fail to end. */
async function end(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // The connection is broken, so that nothing is left to end.
  }
}

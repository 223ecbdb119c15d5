import { withTimeout } from '../jobs/repeat.ts';

/** Milliseconds until a command fails: the request is then refused. */
const timeout = 1_500;
/** Milliseconds between two attempts to connect. */
const reconnectAfter = 250;

/** Returns what is wrong with the address of a Redis server; undefined for redis:// and rediss://. */
export const redisUrlViolation = (text: string): string | undefined =>
  ['redis:', 'rediss:'].includes(URL.parse(text)?.protocol ?? '')
    ? undefined
    : 'REDIS_URL must be redis://[user:password@]host[:port][/database], or rediss:// with TLS.';

/**
 * Connects to Redis (or Valkey), and again whenever the connection is lost. Commands fail instead of waiting for a
 * connection longer than their timeout, so that a request is refused rather than held.
 *
 * @param url see {@link redisUrlViolation}
 * @param onLost called when the connection is lost, before any command uses another one
 */
export async function connectRedis(url: string, onLost: () => void = () => undefined) {
  // Loaded only where it is used.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    // Of commands that wait for a connection.
    commandOptions: { timeout },
    socket: { connectTimeout: timeout, reconnectStrategy: reconnectAfter },
  });
  // Every command that fails says why; without a listener, the error would end the process.
  client.on('error', onLost);
  client.on('reconnecting', onLost);
  client.connect().catch(() => undefined);
  return {
    /** @throws Error when there is no reply within the timeout, or Redis refuses the command */
    command: (args: readonly [string, ...string[]]): Promise<unknown> =>
      withTimeout(timeout, client.sendCommand([...args]), 'Redis did not reply'),
    close: (): void => client.destroy(),
  };
}

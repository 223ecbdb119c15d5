import { withTimeout } from '../jobs/repeat.ts';
import { serverUrl } from '../start/settings.ts';

/** Hash slots of every Redis cluster. */
const slotCount = 16_384;

/** The hash slot of a key, or of the text between its first braces: CRC-16/XMODEM. */
export function hashSlot(text: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc % slotCount;
}

/** Consecutive hash slots of one master. */
export interface SlotRange {
  readonly first: number;
  readonly last: number;
  readonly url: string;
}

const { read: readUrl } = serverUrl('redis', 'rediss')('');

/**
 * Reads a reply to `CLUSTER SLOTS`: slots that no master serves are in none of the ranges.
 *
 * @param asked the URL of the server that replied; the others have the same user, password and TLS
 * @throws Error when a master is on another machine, but the URL has no TLS or no password
 */
export function readSlotRanges(reply: unknown, asked: string): readonly SlotRange[] {
  if (!Array.isArray(reply)) throw new Error('Redis replied to CLUSTER SLOTS with something else than a list.');
  return reply.map((range: unknown) => {
    const [first, last, master]: readonly unknown[] = Array.isArray(range) ? range : [];
    const [host, port]: readonly unknown[] = Array.isArray(master) ? master : [];
    if (typeof first !== 'number' || typeof last !== 'number' || typeof port !== 'number')
      throw new Error('Redis replied to CLUSTER SLOTS with a range of another form.');
    return { first, last, url: urlOfNode(asked, host, port) };
  });
}

function urlOfNode(asked: string, host: unknown, port: number): string {
  const url = new URL(asked);
  // A node that does not know its own name means the one by which it was reached.
  if (typeof host === 'string' && host !== '' && host !== '?') url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  const read = readUrl(url.href);
  if (!('value' in read)) throw new Error(`The cluster has a node at ${url.host}: REDIS_URL must be ${read.expected}.`);
  return url.href;
}

/** Name and arguments. */
export type RedisCommand = readonly [string, ...string[]];

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
    // A server that hangs is sent no more than these; what exceeds them fails at once.
    commandsQueueMaxLength: 10_000,
    // The client's own timeout would cost each command a signal and, long after its reply, an exception.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: timeout, reconnectStrategy: reconnectAfter },
  });
  // Every command that fails says why; without a listener, the error would end the process.
  client.on('error', onLost);
  client.on('reconnecting', onLost);
  client.connect().catch(() => undefined);
  // A command that waits for a connection has a timer of its own, which removes it. The others are sent in this turn.
  const waiting = { timeout };
  const send = (args: RedisCommand): Promise<unknown> => client.sendCommand(args, client.isReady ? undefined : waiting);
  const failLate = <Reply>(reply: Promise<Reply>) => withTimeout(timeout, reply, 'Redis did not reply');
  return {
    /** @throws Error when there is no reply within the timeout, or Redis refuses the command */
    command: (args: RedisCommand): Promise<unknown> => failLate(send(args)),
    /**
     * Runs commands in their order, with one timeout.
     *
     * @returns a reply to each, or why there is none
     * @throws Error when one has neither within the timeout
     */
    commands: (list: readonly RedisCommand[]): Promise<readonly PromiseSettledResult<unknown>[]> =>
      failLate(Promise.allSettled(list.map(send))),
    close: (): void => client.destroy(),
  };
}

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A connection to Redis for commands with a reply of one line, as the replay store sends them. */
export interface RedisConnection {
  /** @throws Error when there is no reply within the timeout, or Redis refuses the command */
  readonly command: (args: readonly [string, ...string[]]) => Promise<unknown>;
  readonly close: () => void;
}

interface PendingReply {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface OpenConnection {
  readonly socket: Socket;
  /** Settles when Redis has accepted the login. */
  readonly ready: Promise<unknown>;
  readonly send: (args: readonly string[]) => Promise<unknown>;
}

/** Milliseconds until a command fails: the request is then refused. */
const timeout = 1_500;
/** Longest line of a reply. */
const maxReply = 4096;

/**
 * Creates a client of Redis (RESP2) that connects with the first command, and again with the next one after a failure.
 * Commands share one connection and their replies come in order, so that a timeout ends the connection with all that wait.
 *
 * @param url redis://[user:password@]host[:port][/database], rediss:// with TLS, or unix:///path
 * @throws TypeError for another URL
 */
export function connectRedis(url: string): RedisConnection {
  const target = redisTarget(url);
  let current: OpenConnection | undefined;

  const open = (): OpenConnection => {
    const socket = target.connect();
    socket.setNoDelay(true);
    const waiting: PendingReply[] = [];
    const end = (error: Error) => {
      if (current?.socket === socket) current = undefined;
      socket.destroy();
      for (const pending of waiting.splice(0)) pending.reject(error);
    };
    socket.on('error', end);
    socket.on('close', () => end(new Error('Redis closed the connection.')));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += String(chunk);
      for (let line = takeReply(); line !== undefined; line = takeReply()) settle(line);
      if (received.length > maxReply) end(new Error('Redis sent a reply that is too long.'));
    });
    const takeReply = (): string | undefined => {
      const at = received.indexOf('\r\n');
      if (at === -1) return undefined;
      const line = received.slice(0, at);
      // A bulk string: its length, then the text itself.
      const length = /^\$(\d{1,5})$/.exec(line)?.[1];
      if (length === undefined) {
        received = received.slice(at + 2);
        return line;
      }
      const from = at + 2;
      const to = from + Number(length);
      if (received.length < to + 2) return undefined;
      const text = received.slice(from, to);
      received = received.slice(to + 2);
      return `+${text}`;
    };
    const settle = (line: string) => {
      const pending = waiting.shift();
      if (pending === undefined) end(new Error('Redis sent a reply to no command.'));
      else if (line.startsWith('-')) pending.reject(new Error(`Redis refused the command: ${line.slice(1)}`));
      else if (line.startsWith('+')) pending.resolve(line.slice(1));
      else if (line.startsWith(':')) pending.resolve(Number(line.slice(1)));
      else if (line === '$-1' || line === '*-1') pending.resolve(null);
      else end(new Error('Redis sent a reply of another kind.'));
    };
    const send = (args: readonly string[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(new Error(`Redis did not reply within ${timeout} ms.`)), timeout);
        waiting.push({
          resolve: (reply) => (clearTimeout(timer), resolve(reply)),
          reject: (error) => (clearTimeout(timer), reject(error)),
        });
        const words = args.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
        socket.write(`*${args.length}\r\n${words.join('')}`);
      });
    // Replies come in order: commands are sent at once, and fail when the login does.
    const logins = target.greeting.map((args) => send(args));
    const ready = Promise.all(logins).catch((error: unknown) => {
      end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    ready.catch(() => undefined);
    return { socket, ready, send };
  };

  return {
    command: async (args) => {
      const { ready, send } = (current ??= open());
      const [reply] = await Promise.all([send(args), ready]);
      return reply;
    },
    close: () => {
      current?.socket.destroy();
      current = undefined;
    },
  };
}

function redisTarget(text: string) {
  const url = URL.parse(text);
  const protocol = url?.protocol ?? '';
  if (url === null || !['redis:', 'rediss:', 'unix:'].includes(protocol))
    throw new TypeError('REDIS_URL must be redis://host:6379, rediss://host:6379 or unix:///path.');
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const database = protocol === 'unix:' ? (url.searchParams.get('db') ?? '') : url.pathname.slice(1);
  const greeting: (readonly string[])[] = [];
  if (password !== '') greeting.push(username === '' ? ['AUTH', password] : ['AUTH', username, password]);
  if (database !== '' && database !== '0') greeting.push(['SELECT', database]);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || 6379);
  return {
    greeting,
    connect: (): Socket => {
      if (protocol === 'unix:') return connectPlain({ path: decodeURIComponent(url.pathname) });
      return protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
    },
  };
}

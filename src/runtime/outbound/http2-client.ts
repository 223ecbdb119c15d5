import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';

/** A POST request to a server that the operator chose. */
interface Http2Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Http2Response =
  | { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }
  /** There was no whole response. */
  | { readonly status: null };

export interface Http2Client {
  /** Sends a request over the connection to its server. Never rejects. */
  readonly post: (request: Http2Request) => Promise<Http2Response>;
  readonly close: () => void;
}

const timeoutMs = 10_000;
/** Idle time after which a connection is closed, milliseconds. */
const idleMs = 10 * 60_000;
const maxResponseBytes = 16 * 1024;
/** Sends of one request, while no server has processed it. */
const maxAttempts = 5;

interface Connection {
  readonly session: ClientHttp2Session;
  /** Last stream that the server processes, once it sent GOAWAY (RFC 9113 §6.8). */
  lastStream: number | undefined;
}

/**
 * Creates an HTTP/2 client with one connection per server. After GOAWAY new requests use a new connection, and requests that
 * the server did not process are sent again: they cannot have had an effect. Any other failed request is left to the caller.
 */
export function createHttp2Client(): Http2Client {
  const connections = new Map<string, Connection>();

  const connectionTo = (origin: string): Connection => {
    const open = connections.get(origin);
    if (open && open.lastStream === undefined && !open.session.closed && !open.session.destroyed) return open;
    const session = connect(origin);
    const connection: Connection = { session, lastStream: undefined };
    session.on('goaway', (_code, lastStream) => (connection.lastStream = lastStream));
    // The requests of the connection fail, each with its own error.
    session.on('error', () => undefined);
    session.setTimeout(idleMs, () => session.close());
    session.on('close', () => {
      if (connections.get(origin) === connection) connections.delete(origin);
    });
    session.unref();
    connections.set(origin, connection);
    return connection;
  };

  return {
    post: async (request) => {
      const { origin } = new URL(request.url);
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const response = await send(connectionTo(origin), request);
        if (response !== 'unprocessed') return response;
      }
      return { status: null };
    },
    close: () => {
      for (const { session } of connections.values()) session.close();
    },
  };
}

function send(connection: Connection, { url, headers, body }: Http2Request): Promise<Http2Response | 'unprocessed'> {
  const { session } = connection;
  if (session.closed || session.destroyed) return Promise.resolve('unprocessed');
  return new Promise((resolve) => {
    const { pathname, search } = new URL(url);
    const stream = session.request({ ':method': 'POST', ':path': `${pathname}${search}`, ...headers });
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), timeoutMs);
    let responded: IncomingHttpHeaders | undefined;
    let ended = false;
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (received) => (responded = received));
    stream.on('data', (chunk: string) => {
      if (text.length < maxResponseBytes) text += chunk;
    });
    stream.on('end', () => (ended = true));
    stream.on('error', () => undefined);
    stream.on('close', () => {
      clearTimeout(timer);
      if (responded && ended) resolve({ status: Number(responded[':status']), headers: responded, body: text });
      else resolve(wasProcessed(connection, stream.id, stream.rstCode) ? { status: null } : 'unprocessed');
    });
    stream.end(body);
  });
}

/** Whether a server may have acted on a request without a response. */
function wasProcessed({ lastStream }: Connection, id: number | undefined, rstCode: number | undefined): boolean {
  if (id === undefined || rstCode === constants.NGHTTP2_REFUSED_STREAM) return false;
  return lastStream === undefined || id <= lastStream;
}

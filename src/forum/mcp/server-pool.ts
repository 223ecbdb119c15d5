import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { createForumServer, type RequestScope } from './forum-server.ts';

/** Maximum number of idle servers. */
const maxIdle = 64;

interface PooledServer extends DirectConnection {
  scope: RequestScope;
}

/** Responds to one request in its scope. */
export type RespondInScope = (request: JSONRPCRequest, scope: RequestScope) => Promise<JSONRPCMessage>;

/**
 * Creates a pool of MCP servers. A server serves one request at a time, so that a request never sees the scope of another.
 * `initialize` changes the state of its server, which is therefore not used again.
 *
 * @param version version of the forum
 * @param revision protocol revision of all requests; undefined for revisions before 2026-07-28
 */
export function createServerPool(version: string, revision?: string): RespondInScope {
  const idle: PooledServer[] = [];
  const classification = revision === undefined ? undefined : { era: 'modern' as const, revision };
  const options = revision === undefined ? {} : { supportedProtocolVersions: [revision] };

  const create = async (scope: RequestScope): Promise<PooledServer> => {
    const pooled: { scope: RequestScope } = { scope };
    const server = createForumServer(version, () => pooled.scope, options);
    return Object.assign(pooled, await connectDirectly(server, classification));
  };

  return async (request, scope) => {
    const initializes = request.method === 'initialize';
    const pooled = (initializes ? undefined : idle.pop()) ?? (await create(scope));
    pooled.scope = scope;
    const response = await pooled.exchange(request);
    if (!initializes && idle.length < maxIdle) idle.push(pooled);
    return response;
  };
}

/**
 * Gives requests to a server, one at a time, and returns their responses. The library's own transport creates the objects
 * of a web request and its response, which cost more processor time than a read.
 */
interface DirectConnection {
  readonly exchange: (request: JSONRPCRequest) => Promise<JSONRPCMessage>;
}

/** @param classification revision of all messages; undefined for those before 2026-07-28 */
async function connectDirectly(
  server: Server,
  classification: MessageClassification | undefined,
): Promise<DirectConnection> {
  let received: (message: JSONRPCMessage) => void = () => undefined;
  const direct = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message: JSONRPCMessage) => received(message),
  };
  // Only a transport of this class binds a server to its revision.
  const transport: Transport = classification
    ? Object.assign(new PerRequestHTTPServerTransport({ classification }), direct)
    : direct;
  await server.connect(transport);
  return {
    exchange: (request) => {
      const response = new Promise<JSONRPCMessage>((resolve) => (received = resolve));
      transport.onmessage?.(request, classification && { classification });
      return response;
    },
  };
}

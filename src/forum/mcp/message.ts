import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';

/** JSON-RPC codes that this server uses beside those of its library. */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Any other error of the transport. */
  server: -32000,
} as const;

/** A message that is not served at all. */
export class MessageError extends Error {
  readonly status: 400 | 404 | 406;
  readonly code: number;
  readonly id: string | number | null;

  constructor(status: 400 | 404 | 406, code: number, message: string, id: string | number | null = null) {
    super(message);
    this.name = 'MessageError';
    this.status = status;
    this.code = code;
    this.id = id;
  }
}

/** A JSON object, before the library checks its members. */
export interface ReceivedMessage {
  readonly jsonrpc?: unknown;
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: { readonly _meta?: unknown } | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the one message of a request. The library checks its members.
 *
 * @throws MessageError when the body is not one JSON object, or for a method that would hold a connection open
 */
export function readMessage(body: Uint8Array): ReceivedMessage {
  const message = parse(body);
  if (Array.isArray(message))
    throw new MessageError(400, rpcCodes.invalidRequest, 'Send one message per request. Batches are not supported.');
  if (typeof message !== 'object' || message === null)
    throw new MessageError(400, rpcCodes.invalidRequest, 'The body is not a JSON-RPC message: send a JSON object.');
  const { method, id }: ReceivedMessage = message;
  // The server sends no notifications, so there is nothing to subscribe to.
  if (method === 'subscriptions/listen')
    throw new MessageError(404, rpcCodes.methodNotFound, 'Method not found', isId(id) ? id : null);
  return message;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new MessageError(400, rpcCodes.parse, 'The body is not JSON in UTF-8.');
  }
}

export const isId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

/** The headers that the protocol reads, by lower-case name. */
export type ProtocolHeaders = ReadonlyMap<string, string>;

const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Selects the headers of the protocol; repeated lines are joined. */
export function protocolHeaders({ rawHeaders }: Pick<IncomingRequest, 'rawHeaders'>): ProtocolHeaders {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!names.includes(name)) continue;
    const value = rawHeaders[index + 1] ?? '';
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

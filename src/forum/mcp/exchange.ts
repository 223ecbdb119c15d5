import {
  classifyInboundRequest,
  createMcpHandler,
  isJSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { CallOperation } from '../../runtime/operation-calls.ts';
import { createForumServer, type RequestScope } from './forum-server.ts';
import { MessageError, type ReceivedMessage, rpcCodes } from './message.ts';
import type { ProtocolHeaders } from './protocol-headers.ts';
import { createServerPool, type RespondInScope } from './server-pool.ts';

/** A response of the protocol. */
export interface McpReply {
  readonly status: number;
  /** A JSON-RPC message; undefined for a notification. */
  readonly body: unknown;
}

/** The parts of a request that the protocol reads; credentials stay with the operation. */
export interface McpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ProtocolHeaders;
}

export type McpExchange = (
  request: McpRequest,
  message: ReceivedMessage,
  callOperation: CallOperation,
) => Promise<McpReply>;

/**
 * Creates the exchange of messages, without sessions: any instance responds to any request.
 *
 * Revision 2026-07-28 of the protocol is stateless; earlier ones begin with `initialize`, to which every instance can
 * respond. The response is always JSON, because no tool reports progress.
 */
export function createMcpExchange(version: string): McpExchange {
  const respondInScope = createServerPool(version);
  const scopes = new WeakMap<Request, RequestScope>();
  const stateless = createMcpHandler(
    ({ requestInfo }) => {
      const scope = requestInfo && scopes.get(requestInfo);
      if (!scope) throw new Error('The library asks for a server of another request.');
      return createForumServer(version, () => scope);
    },
    { legacy: 'reject', keepAliveMs: 0 },
  );

  const respond = async (request: McpRequest, message: ReceivedMessage, scope: RequestScope): Promise<McpReply> => {
    const { headers } = request;
    if (isEarlierRevision(request, message)) return respondToEarlier(headers, message, respondInScope, scope);
    const web = new Request(request.url, { method: request.method, headers: [...headers] });
    scopes.set(web, scope);
    const response = await stateless.fetch(web, { parsedBody: message });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  return async (request, message, callOperation) => {
    const failures: unknown[] = [];
    const reply = await respond(request, message, { callOperation, fail: (error) => failures.push(error) });
    if (failures.length > 0) throw failures[0];
    return reply;
  };
}

/**
 * Returns whether a message is of a revision before 2026-07-28. Most are requests that claim no revision, and one look
 * decides; the library decides about all others.
 */
function isEarlierRevision({ method, headers }: McpRequest, message: ReceivedMessage): boolean {
  const [revision, named, tool] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers.get(name));
  const claimsNone = revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(revision);
  if (claimsNone && message.params?._meta === undefined && message.method !== undefined && message.id !== undefined)
    return true;
  const { kind } = classifyInboundRequest({
    httpMethod: method,
    body: message,
    ...(revision !== undefined && { protocolVersionHeader: revision }),
    ...(named !== undefined && { mcpMethodHeader: named }),
    ...(tool !== undefined && { mcpNameHeader: tool }),
  });
  return kind === 'legacy';
}

/** Responds to a message before revision 2026-07-28. Those that expect no response change nothing here. */
async function respondToEarlier(
  headers: ProtocolHeaders,
  message: ReceivedMessage,
  respondInScope: RespondInScope,
  scope: RequestScope,
): Promise<McpReply> {
  const accept = headers.get('accept') ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
    throw new MessageError(406, rpcCodes.server, 'Send Accept: application/json, text/event-stream.');
  const revision = headers.get('mcp-protocol-version');
  if (revision !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision) && message.method !== 'initialize')
    throw new MessageError(
      400,
      rpcCodes.server,
      `MCP-Protocol-Version ${revision.slice(0, 50)} is not supported; choose from ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
    );
  if (message.id === undefined || message.method === undefined) return { status: 202, body: undefined };
  if (!isJSONRPCRequest(message))
    throw new MessageError(400, rpcCodes.invalidRequest, 'The body is not a request of JSON-RPC 2.0.');
  return { status: 200, body: await respondInScope(message, scope) };
}

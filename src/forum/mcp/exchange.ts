import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { headerPairs } from '../../protocol/raw-headers.ts';
import type { IncomingRequest } from '../../runtime/incoming-request.ts';
import type { CallOperation } from '../../runtime/operation-calls.ts';
import { createForumServer } from './forum-server.ts';
import type { ReceivedMessage } from './message.ts';

/** A response of the protocol. */
export interface McpReply {
  readonly status: number;
  /** A JSON-RPC message; undefined for a notification. */
  readonly body: unknown;
}

export type McpExchange = (
  request: IncomingRequest,
  message: ReceivedMessage,
  callOperation: CallOperation,
) => Promise<McpReply>;

/**
 * Creates the exchange of messages, without sessions: a server of its own serves each request.
 *
 * Revision 2026-07-28 of the protocol is stateless; earlier ones begin with `initialize`, to which every instance can
 * respond. The response is always JSON, because no tool reports progress.
 */
export function createMcpExchange(version: string): McpExchange {
  return async (request, message, callOperation) => {
    const failures: unknown[] = [];
    const create = () => createForumServer({ version, callOperation, fail: (error) => failures.push(error) });
    const web = new Request(request.url, { method: request.method, headers: headersOf(request) });
    const response = (await isLegacyRequest(web, message))
      ? await respondLegacy(create(), web, message)
      : await createMcpHandler(create, { legacy: 'reject', keepAliveMs: 0 }).fetch(web, { parsedBody: message });
    if (failures.length > 0) throw failures[0];
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

async function respondLegacy(
  server: ReturnType<typeof createForumServer>,
  request: Request,
  message: ReceivedMessage,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, keepAliveMs: 0 });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The headers that the protocol reads; credentials stay with the operation. */
function headersOf({ rawHeaders }: IncomingRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of headerPairs(rawHeaders))
    if (protocolHeaders.includes(name.toLowerCase())) headers.append(name, value);
  return headers;
}

import {
  classifyInboundRequest,
  createMcpHandler,
  type InboundClassificationOutcome,
  isJSONRPCRequest,
  type JSONRPCRequest,
  ProtocolError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import type { CallOperation } from '../../runtime/contract/operation-calls.ts';
import { callTool } from './tools.ts';
import {
  createForumServer,
  createServerPool,
  type RequestScope,
  type RespondInScope,
  serverInfo,
} from './forum-server.ts';
import { MessageError, type ReceivedMessage, rpcCodes, type ProtocolHeaders } from './message.ts';
import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';

/** A response of the protocol. */
export interface McpReply {
  readonly status: number;
  /** A JSON-RPC message; undefined for a notification. */
  readonly body: unknown;
  readonly headers?: ResponseHeaders;
}

/** The parts of a request that the protocol reads; credentials stay with the operation. */
export interface McpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ProtocolHeaders;
}

/** The revision without sessions. */
const currentRevision = '2026-07-28';

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
  const respondToEarlierRequest = createServerPool(version);
  const respondToCurrentRequest = createServerPool(version, currentRevision);
  const scopes = new WeakMap<Request, RequestScope>();
  const stateless = createMcpHandler(
    ({ requestInfo }) => {
      const scope = requestInfo && scopes.get(requestInfo);
      if (!scope) throw new Error('The library asks for a server of another request.');
      return createForumServer(version, () => scope);
    },
    { legacy: 'reject', keepAliveMs: 0 },
  );

  const resultMeta = { 'io.modelcontextprotocol/serverInfo': serverInfo(version) };
  const envelopes = createKnownEnvelopes();
  const respondToCall = (call: PlainToolCall, { callOperation }: RequestScope) =>
    respondWith(call, async () => ({
      ...(await callTool(callOperation, call.params)),
      resultType: 'complete',
      _meta: resultMeta,
    }));

  const respond = async (request: McpRequest, message: ReceivedMessage, scope: RequestScope): Promise<McpReply> => {
    const { headers } = request;
    if (isEarlierRevision(headers, message)) return respondToEarlier(headers, message, respondToEarlierRequest, scope);
    const call = readPlainToolCall(message);
    if (call && envelopes.has(call.params['_meta']) && headersRepeat(headers, 'tools/call', call.params['name']))
      return respondToCall(call, scope);
    const route = classify(request, message);
    if (route.kind === 'legacy') return respondToEarlier(headers, message, respondToEarlierRequest, scope);
    const direct = directRequest(route, headers);
    if (direct && call) {
      envelopes.add(call.params['_meta']);
      return respondToCall(call, scope);
    }
    if (direct) return { status: 200, body: await respondToCurrentRequest(direct, scope) };
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

/** Returns whether a message is a request of a revision before 2026-07-28, as most are. The library need not classify them. */
function isEarlierRevision(headers: ProtocolHeaders, message: ReceivedMessage): boolean {
  const revision = headers.get('mcp-protocol-version');
  const named = revision !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(revision);
  return !named && message.params?._meta === undefined && message.method !== undefined && message.id !== undefined;
}

function classify({ method, headers }: McpRequest, message: ReceivedMessage): InboundClassificationOutcome {
  const [revision, named, tool] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((name) => headers.get(name));
  return classifyInboundRequest({
    httpMethod: method,
    body: message,
    ...(revision !== undefined && { protocolVersionHeader: revision }),
    ...(named !== undefined && { mcpMethodHeader: named }),
    ...(tool !== undefined && { mcpNameHeader: tool }),
  });
}

/** Requests that skip the library's HTTP transport, and the parameter that their header `Mcp-Name` repeats. */
const directMethods: Readonly<Record<string, string | undefined>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
};

/**
 * Returns the request of a route that needs no more checks of its headers: all are present and equal to the message. The
 * library's transport responds to all others, most of which are errors with a status of their own.
 */
function directRequest(route: InboundClassificationOutcome, headers: ProtocolHeaders): JSONRPCRequest | undefined {
  if (route.kind !== 'modern' || route.messageKind !== 'request') return undefined;
  if (route.classification.revision !== currentRevision) return undefined;
  const { message } = route;
  const repeated = directMethods[message.method];
  const isDirect = repeated !== undefined && headersRepeat(headers, message.method, message.params?.[repeated]);
  return isDirect ? message : undefined;
}

/** Returns whether the headers of revision 2026-07-28 are present and equal to a message. */
function headersRepeat(headers: ProtocolHeaders, method: string, name: unknown): boolean {
  if (headers.get('mcp-protocol-version') !== currentRevision || headers.get('mcp-method') !== method) return false;
  const named = headers.get('mcp-name');
  // A name that begins with `=?` is encoded, and the library decodes it.
  return named !== undefined && named === name && !named.startsWith('=?');
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
  const call = readPlainToolCall(message);
  if (call && call.params['_meta'] === undefined)
    return respondWith(call, () => callTool(scope.callOperation, call.params));
  if (!isJSONRPCRequest(message))
    throw new MessageError(400, rpcCodes.invalidRequest, 'The body is not a request of JSON-RPC 2.0.');
  return { status: 200, body: await respondInScope(message, scope) };
}

/** Responds to a request with a result, or with the error of the protocol. */
async function respondWith({ id }: PlainToolCall, result: () => Promise<object>): Promise<McpReply> {
  try {
    return { status: 200, body: { result: await result(), jsonrpc: '2.0', id } };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { status: 200, body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } };
  }
}

/** A request `tools/call` with the usual members and no others. */
interface PlainToolCall {
  readonly id: string | number;
  /** Unchecked. */
  readonly params: JsonObject;
}

const members = ['jsonrpc', 'id', 'method', 'params'];
const parameters = ['name', 'arguments', '_meta'];

/** Recognises a plain tool call, which needs no library. @returns undefined for all other messages */
function readPlainToolCall(message: ReceivedMessage): PlainToolCall | undefined {
  const { jsonrpc, id, method, params } = message;
  if (method !== 'tools/call' || jsonrpc !== '2.0' || !isJsonObject(params)) return undefined;
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isSafeInteger(id))) return undefined;
  if (!hasOnly(message, members) || !hasOnly(params, parameters)) return undefined;
  return { id, params };
}

const hasOnly = (object: object, names: readonly string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name));

const maxEnvelopes = 1000;
/** Longer envelopes are checked every time, in characters. */
const maxLength = 2000;

/** Creates a bounded memory of envelopes that the library found valid: a client sends the same one with every request. */
function createKnownEnvelopes() {
  const known = new Set<string>();
  return {
    has: (envelope: unknown) => envelope !== undefined && known.has(JSON.stringify(envelope)),
    add: (envelope: unknown) => {
      const text = JSON.stringify(envelope);
      if (text.length > maxLength) return;
      if (known.size >= maxEnvelopes) known.clear();
      known.add(text);
    },
  };
}

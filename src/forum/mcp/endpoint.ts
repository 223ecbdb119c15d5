import contract from '../../../generated/forum/spec.json' with { type: 'json' };
import { DomainError, HttpProblemError } from '../../runtime/errors/domain-error.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import type { CallOperation } from '../../runtime/contract/operation-calls.ts';
import { scopeToRequest } from '../../protocol/token-scope.ts';
import { forumErrors, hostNotAllowed, pageNotAllowed } from '../errors.ts';
import type { McpExchange, McpReply } from './exchange.ts';
import {
  isId,
  MessageError,
  readMessage,
  type ReceivedMessage,
  rpcCodes,
  type ProtocolHeaders,
  protocolHeaders,
} from './message.ts';

/** The endpoint of the Model Context Protocol. */
type McpEndpoint = (request: IncomingRequest, callOperation: CallOperation) => Promise<McpReply>;

/** @param baseUrl the forum's public address */
export function createMcpEndpoint(baseUrl: string): McpEndpoint {
  const checkAddress = createAddressCheck(baseUrl);
  // Loaded by the first message, so that the start of the service does not wait for the library.
  let exchange: Promise<McpExchange> | undefined;
  const load = async () => (await import('./exchange.ts')).createMcpExchange(contract.info.version);

  return async (request, callOperation) => {
    checkAddress(request);
    const headers = protocolHeaders(request);
    requireJson(headers);
    let received: ReceivedMessage | undefined;
    try {
      const message = (received = readMessage(request.rawBody));
      const respond = await (exchange ??= load());
      return await respond({ method: request.method, url: request.url, headers }, message, callOperation);
    } catch (error) {
      if (error instanceof DomainError && error.status === 401) return unauthenticated(error, received?.id);
      if (!(error instanceof MessageError)) throw error;
      const { status, code, id, message } = error;
      return { status, body: { jsonrpc: '2.0', id, error: { code, message } } };
    }
  };
}

/**
 * Responds to a refused proof with status and challenge of the operation, and with a message that an MCP client shows: most of
 * them have no DPoP. The request ends; reads of the same client go on.
 */
function unauthenticated(error: DomainError, id: unknown): McpReply {
  const way = 'This server needs DPoP to write: use agent-id-mcp, or an MCP client with DPoP (SEP-1932).';
  const body = forumErrors.body(error);
  return {
    status: 401,
    headers: { ...error.headers, ...everyScope(error.headers['www-authenticate']) },
    body: {
      ...body,
      jsonrpc: '2.0',
      id: isId(id) ? id : null,
      error: { code: rpcCodes.server, message: `${way} ${error.message}`, data: { code: error.code } },
    },
  };
}

/** The scopes of the tools that write. */
const toolScopes = scopeToRequest(['forum:write', 'forum:vote']);

/**
 * Names the scopes of all tools in a challenge, because MCP clients ask for those that it names: a person approves once,
 * whichever tool was called first. Tools for which no scope may limit the token keep their challenge.
 */
function everyScope(challenge: unknown): { readonly 'www-authenticate'?: string } {
  if (typeof challenge !== 'string') return {};
  return { 'www-authenticate': challenge.replace(/\bscope="openid [^"]+"/, `scope="${toolScopes}"`) };
}

function requireJson(headers: ProtocolHeaders): void {
  const received = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (received !== 'application/json')
    throw new HttpProblemError({
      kind: 'unsupported_media_type',
      received: (received ?? 'none').slice(0, 100),
      supported: ['application/json'],
    });
}

/** Names of this computer, which no DNS server can give to another. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** What a request says about where it comes from and where it was sent. */
interface RequestAddress {
  readonly origin: string | undefined;
  readonly host: string;
}

/**
 * Creates the check that protects a server against DNS rebinding: the Host is the server's name, and a web page that
 * calls it, which browsers name in Origin, is of the same name. Ports may differ, because containers publish them under others.
 *
 * @throws DomainError for a foreign Origin or Host
 */
export function createAddressCheck(baseUrl: string): (request: RequestAddress) => void {
  const { hostname, host: expected } = new URL(baseUrl);
  const allowed = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  return ({ origin, host }) => {
    if (origin !== undefined && !allowed.includes(hostnameOf(origin) ?? '')) throw pageNotAllowed(origin.slice(0, 200));
    // The usual host needs no parsing.
    if (host !== expected && !allowed.includes(hostnameOf(`http://${host}`) ?? ''))
      throw hostNotAllowed(host.slice(0, 200), expected);
  };
}

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

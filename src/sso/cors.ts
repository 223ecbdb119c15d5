import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { isJsonObject } from '../protocol/json-object.ts';
import { AuthorizationError, headerPairs, parseAuthorization } from '../protocol/request-headers.ts';
import type { ContractOperation } from '../runtime/contract/contract.ts';
import type { CorsRules } from '../runtime/http/cors.ts';
import { hookRoutes } from '../runtime/http/incoming-request.ts';
import { parseBasicCredentials } from './clients/client-credentials.ts';
import { isAllowedOrigin } from './clients/addresses.ts';
import { secretKey } from './tokens/grant-secrets.ts';
import type { SsoHandlerContext } from './context.ts';
import type { ClientOriginStore, ClientStore } from './clients/client-store.ts';

interface CorsDependencies {
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly clientOrigins: ClientOriginStore;
  /** Address of the operator console. */
  readonly consoleClient: string | undefined;
}

const common = {
  methods: ['GET', 'POST'],
  allowedHeaders: ['Authorization', 'Content-Type', 'DPoP', 'If-None-Match'],
  exposedHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
};

/**
 * Who may read the provider's responses: any origin what is public, the origins of all applications what these call (a
 * preflight request names no application), and the operator console what administrators call, with a key and without
 * cookies.
 */
export const ssoOrigins = ({ clients, clientOrigins, consoleClient }: CorsDependencies): CorsRules => ({
  public: { ...common, allows: () => true },
  'client-origins': { ...common, allows: (origin) => clientOrigins.anyAllows(origin) },
  own: {
    ...common,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allows: async (origin) => {
      const console = consoleClient === undefined ? undefined : await clients.byAddress(consoleClient);
      return console !== undefined && isAllowedOrigin(console.allowedOrigins, origin);
    },
  },
});

/** Lets only the request's own application read the response, where the origins of all applications passed (`ssoOrigins`). */
export function hideFromOtherApplications(
  app: FastifyInstance,
  operations: readonly ContractOperation[],
  { clients, requests }: Pick<SsoHandlerContext, 'clients' | 'requests'>,
): void {
  const called = new Set(
    operations.filter(({ cors }) => cors === 'client-origins').map(({ operationId }) => operationId),
  );
  const hideFromOtherOrigins: preHandlerAsyncHookHandler = async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const address = await clientOf(request);
    const client = address === undefined ? undefined : await clients.byAddress(address);
    if (client && !isAllowedOrigin(client.allowedOrigins, origin)) reply.removeHeader('access-control-allow-origin');
  };
  hookRoutes(app, ({ operationId = '' }) =>
    called.has(operationId) ? { preHandler: hideFromOtherOrigins } : undefined,
  );

  async function clientOf({ query, body, caller, raw }: FastifyRequest): Promise<string | undefined> {
    const pollingCode = textIn(body, 'polling_code');
    if (pollingCode !== undefined) return (await requests.byPollingCode(secretKey(pollingCode)))?.clientAddress;
    const credentials = caller?.credentials;
    const token = isJsonObject(credentials) ? credentials['token'] : undefined;
    return (
      textIn(token, 'clientId') ??
      textIn(body, 'client_id') ??
      textIn(query, 'client_id') ??
      basicClientId(raw.rawHeaders)
    );
  }
}

function textIn(parameters: unknown, name: string): string | undefined {
  const value = isJsonObject(parameters) ? parameters[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function basicClientId(rawHeaders: readonly string[]): string | undefined {
  try {
    const { scheme, token } = parseAuthorization(headerPairs(rawHeaders));
    return scheme === 'basic' ? parseBasicCredentials(token)?.clientId : undefined;
  } catch (error) {
    if (error instanceof AuthorizationError) return undefined;
    throw error;
  }
}

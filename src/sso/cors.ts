import { callbackify } from 'node:util';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { isJsonObject } from '../protocol/json-object.ts';
import { AuthorizationError, headerPairs, parseAuthorization } from '../protocol/request-headers.ts';
import { hookRoutes } from '../runtime/http/route-hooks.ts';
import { parseBasicCredentials } from './clients/client-credentials.ts';
import { isAllowedOrigin } from './clients/addresses.ts';
import { secretHash } from './tokens/grant-secrets.ts';
import type { AuthorizationRequestStore } from './sign-in/authorization-request-store.ts';
import type { ClientOriginStore, ClientStore } from './clients/client-store.ts';

export interface CorsDependencies {
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly clientOrigins: ClientOriginStore;
  readonly requests: Pick<AuthorizationRequestStore, 'byPollingCode'>;
  /** Address of the operator console. */
  readonly consoleClient: string | undefined;
}

/** Documents that any origin may read. */
const publicPaths: ReadonlySet<string> = new Set([
  '/oauth/jwks',
  '/oauth/jwks/history',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/http-message-signatures-directory',
]);
/** Status lists, the status of keys, and the cards and directories of agents. */
const publicPattern =
  /^(?:\/oauth\/(?:status-lists|keys)\/[^/]+|\/agents\/[^/]+(?:\/\.well-known\/http-message-signatures-directory)?)$/;
const clientPaths: ReadonlySet<string> = new Set([
  '/oauth/authorize',
  '/oauth/poll',
  '/oauth/token',
  '/oauth/par',
  '/oauth/device_authorization',
  '/oauth/userinfo',
  '/oauth/revoke',
  '/oauth/attestations',
]);

/** Operations of administrators, which the operator console calls with a key and without cookies. */
const adminPattern =
  /^\/api\/v1\/(?:administrators|audit|console-access|console-grants|console-sessions|invites|owners|providers|settings|signing-keys)(?:\/|$)/;

const common: FastifyCorsOptions = {
  methods: ['GET', 'POST'],
  allowedHeaders: ['Authorization', 'Content-Type', 'DPoP', 'If-None-Match'],
  exposedHeaders: ['DPoP-Nonce', 'ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  maxAge: 600,
};

const adminMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const notCrossOrigin: FastifyCorsOptions = { origin: false, preflight: false };

/**
 * Allows the origins that an application registered to read responses (Fetch §3.2). A preflight request names no
 * application, so the origins of all applications pass; the response itself is readable for its own application only.
 */
export async function allowClientOrigins(
  app: FastifyInstance,
  { clients, clientOrigins, requests, consoleClient }: CorsDependencies,
): Promise<void> {
  const optionsFor = async (request: FastifyRequest, origin: string): Promise<FastifyCorsOptions> => {
    const preflight = request.headers['access-control-request-method'] !== undefined;
    const path = request.url.split('?', 1)[0] ?? '';
    if (publicPaths.has(path) || publicPattern.test(path)) return { ...common, origin: '*', preflight };
    if (adminPattern.test(path)) {
      const console = consoleClient === undefined ? undefined : await clients.byAddress(consoleClient);
      const allowed = console !== undefined && isAllowedOrigin(console.allowedOrigins, origin);
      return { ...common, methods: adminMethods, origin: allowed ? origin : false, preflight };
    }
    const allowed = clientPaths.has(path) && (await clientOrigins.anyAllows(origin));
    return { ...common, origin: allowed ? origin : false, preflight };
  };
  const resolveOptions = callbackify(optionsFor);
  await app.register(cors, {
    // Requests without Origin need no lookup.
    delegator: (request, done) => {
      const { origin } = request.headers;
      if (origin === undefined) done(null, notCrossOrigin);
      else resolveOptions(request, origin, done);
    },
  });

  const hideFromOtherOrigins: preHandlerAsyncHookHandler = async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const address = await clientOf(request);
    const client = address === undefined ? undefined : await clients.byAddress(address);
    if (client && !isAllowedOrigin(client.allowedOrigins, origin)) reply.removeHeader('access-control-allow-origin');
  };
  hookRoutes(app, ({ url }) => (clientPaths.has(url) ? { preHandler: hideFromOtherOrigins } : undefined));

  async function clientOf({ query, body, caller, raw }: FastifyRequest): Promise<string | undefined> {
    const pollingCode = textIn(body, 'polling_code');
    if (pollingCode !== undefined) return (await requests.byPollingCode(secretHash(pollingCode)))?.clientAddress;
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

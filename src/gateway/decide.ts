import { createAccessTokenVerifier } from '../client/access-token/access-token-verifier.ts';
import { createKeySetResolver } from '../client/guards/guard.ts';
import { createRequestVerifier } from '../client/dpop/verify-request.ts';
import { createSignatureVerifier } from '../client/http-signatures/signature-verifier.ts';
import { ActorClaimError, actorChainOf } from '../protocol/delegation.ts';
import { confirmationChallenge, scopeChallenge } from '../protocol/challenge.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import type { JsonObject } from '../protocol/json-object.ts';
import type { Thumbprint } from '../protocol/jwk-thumbprint.ts';
import type { RawHeaders } from '../protocol/request-headers.ts';
import { scopeToRequest } from '../protocol/token-scope.ts';
import { createVerifiedTokenCache } from '../protocol/access-token.ts';
import { inNetworks } from '../runtime/outbound/outbound-target.ts';
import type { GatewayConfig, Route } from './config.ts';
import { type ForwardedRequest, readForwardedRequest, type Refusal, refuse } from './forwarded-request.ts';
import { createFindRoute } from './routes.ts';

/** The verified caller of a request. */
export interface Identity {
  /** Owner; undefined for a scheme that names none. */
  readonly sub?: string;
  readonly jkt?: Thumbprint;
  readonly clientId?: string;
  readonly scope?: string;
  /** Keys of the agents that the caller helps, the nearest first. */
  readonly helperOf: readonly Thumbprint[];
  /** Signed digest of the content: that of no content when the signature covers none. */
  readonly contentDigest?: string;
  /** Unix seconds at which the credentials end. */
  readonly expires?: number;
}

export interface Accepted {
  readonly ok: true;
  readonly request: ForwardedRequest;
  readonly route: Route;
  readonly identity: Identity;
}

interface DeciderParts {
  readonly replayStore: ReplayStore;
  /** Currently accepted nonces, the newest first. */
  readonly nonces: () => readonly string[];
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** @param peer address of the connection @param headers all lines of the proxy's request */
export type Decide = (peer: string, headers: RawHeaders) => Promise<Accepted | Refusal>;

type Verify = (request: ForwardedRequest, headers: RawHeaders) => Promise<Identity | Refusal>;

/** RFC 9530: the digest of no content. */
const emptyDigest = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:';

/** Creates deciders for successive configurations, which share keys, verified tokens and status lists. */
export function createDeciders(parts: DeciderParts): (config: GatewayConfig) => Decide {
  const { fetch, now } = parts;
  const tokenCache = createVerifiedTokenCache();
  const keysByIssuer = new Map<string, ReturnType<typeof createKeySetResolver>>();
  const keysOf = (issuer: string) => {
    const keys = keysByIssuer.get(issuer) ?? createKeySetResolver({ url: `${issuer}/oauth/jwks`, fetch, now });
    keysByIssuer.set(issuer, keys);
    return keys;
  };

  return (config) => {
    const isTrusted = inNetworks(config.trustedProxies);
    const common = { tokenCache, keys: keysOf(config.issuer) };
    const verifiers = new Map(
      config.routes.map((route) => [route, createVerify(route, config, { ...parts, ...common })]),
    );
    const findRoute = createFindRoute(config.routes);

    return async (peer, headers) => {
      // A dual-stack socket names an IPv4 peer `::ffff:192.0.2.1`.
      if (!isTrusted(peer.replace(/^::ffff:(?=[\d.]+$)/, '')))
        return refuse(403, 'untrusted_proxy', `${peer} is none of the trusted proxies.`);
      const request = readForwardedRequest(headers);
      if (!request.ok) return request;
      const found = findRoute(request.host, request.method, request.target);
      if (found.route === undefined)
        return found.reason === 'ambiguous'
          ? refuse(403, 'ambiguous_path', 'The path is that of another route when case or a last slash is ignored.')
          : refuse(403, 'no_route', 'No route of the gateway lets this request through.');
      const { route } = found;
      if (request.upgrade && !route.upgrade)
        return refuse(403, 'upgrade_refused', 'This route lets no WebSocket or other upgrade through.');
      const identity = await (verifiers.get(route) ?? refuseAll)(request, headers);
      if ('ok' in identity) return identity;
      const allowed = checkAllowed(route, identity);
      return allowed ?? { ok: true, request, route, identity };
    };
  };
}

const refuseAll: Verify = async () => refuse(403, 'no_route', 'No route of the gateway lets this request through.');

interface VerifierParts extends DeciderParts {
  readonly keys: ReturnType<typeof createKeySetResolver>;
  readonly tokenCache: ReturnType<typeof createVerifiedTokenCache>;
}

function createVerify(route: Route, { issuer, nonce }: GatewayConfig, parts: VerifierParts): Verify {
  const { audience, scopes, resourceMetadata, maxAge } = route;
  const { replayStore, fetch, now, keys, tokenCache, nonces } = parts;
  const token = { issuer, audience, keys, tokenCache, fetch, now, resourceMetadata, scope: scopeToRequest(scopes) };

  if (route.scheme === 'web-bot-auth') {
    const { verify } = createSignatureVerifier({
      trustedDirectories: [issuer],
      replayStore,
      fetch,
      now,
      content: 'elsewhere',
    });
    return async ({ method, url, hasContent }, headers) => {
      const result = await verify({ method, url, headers });
      if (!result.ok) return refusalOf(result);
      const { jkt, created, expires, contentDigest } = result;
      if (maxAge !== undefined && created < now() / 1000 - maxAge)
        return refuse(401, 'expired_signature', `The signature is older than ${maxAge} seconds.`);
      if (route.body === 'refuse' && (hasContent || contentDigest !== undefined))
        return refuse(403, 'body_refused', 'This route lets no request with content through.');
      if (hasContent && contentDigest === undefined)
        return refuse(
          401,
          'missing_component',
          'The signature does not cover content-digest, and the request has content.',
        );
      return { jkt, helperOf: [], contentDigest: contentDigest ?? emptyDigest, expires };
    };
  }

  const verify =
    route.scheme === 'dpop'
      ? createRequestVerifier({ ...token, replayStore, ...(nonce && { nonces }) })
      : createAccessTokenVerifier(token);
  const challenged = route.scheme === 'dpop' ? 'DPoP' : 'Bearer';
  return async ({ method, url }, headers) => {
    const result = await verify({ method, url, headers });
    if (!result.ok) return refusalOf(result);
    const { sub, clientId, claims } = result;
    const jkt = 'jkt' in result ? result.jkt : undefined;
    const lacking = scopes.find((scope) => !scopesOf(claims).includes(scope));
    if (lacking !== undefined)
      return refuse(403, 'insufficient_scope', `The access token does not have the scope ${lacking}.`, {
        'WWW-Authenticate': scopeChallenge(challenged, { scope: scopeToRequest(scopes), resourceMetadata }),
      });
    const { auth_time: authTime, exp } = claims;
    if (maxAge !== undefined && !(typeof authTime === 'number' && authTime >= now() / 1000 - maxAge))
      return refuse(
        401,
        'insufficient_user_authentication',
        `The owner has to authenticate again: within ${maxAge} s.`,
        {
          'WWW-Authenticate': confirmationChallenge(challenged, { maxAge, scope: scopeToRequest(scopes) }),
        },
      );
    const helperOf = helpedAgents(claims);
    if (helperOf === undefined) return refuse(403, 'bad_act', 'The claim act of the access token is malformed.');
    return {
      sub,
      clientId,
      scope: scopesOf(claims).join(' '),
      helperOf,
      ...(jkt !== undefined && { jkt }),
      ...(typeof exp === 'number' && { expires: exp }),
    };
  };
}

interface Rejected {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An outage is a refusal too: proxies take other statuses for a failure of the gateway. */
const refusalOf = ({ status, code, message, headers }: Rejected): Refusal =>
  refuse(status === 401 ? 401 : 403, code, message, headers);

function checkAllowed({ owners, agents }: Route, { sub, jkt }: Identity): Refusal | undefined {
  if (owners !== undefined && (sub === undefined || !owners.includes(sub)))
    return refuse(403, 'owner_not_allowed', 'The owner is none of those that this route lets in.');
  if (agents !== undefined && (jkt === undefined || !agents.includes(jkt)))
    return refuse(403, 'agent_not_allowed', 'The key is none of those that this route lets in.');
  return undefined;
}

const scopesOf = ({ scope }: JsonObject): readonly string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];

/** @returns undefined for a malformed claim */
function helpedAgents(claims: JsonObject): readonly Thumbprint[] | undefined {
  try {
    const [, ...helped] = actorChainOf(claims);
    return helped;
  } catch (error) {
    if (error instanceof ActorClaimError) return undefined;
    throw error;
  }
}

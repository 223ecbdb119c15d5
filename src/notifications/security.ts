import type { AccessToken, VerifiedTokenCache } from '../protocol/access-token.ts';
import { BearerError, verifyBearerRequest } from '../protocol/bearer-request.ts';
import { bearerChallenge, dpopChallenge, scopeChallenge } from '../protocol/challenge.ts';
import { headerPairs, headerValues, parseAuthorization, type RawHeaders } from '../protocol/request-headers.ts';
import { equalText } from '../protocol/bytes.ts';
import { type ReplayStore, verifyDpopRequest, VerificationError } from '../protocol/dpop-request.ts';
import type { JsonObject } from '../protocol/json-object.ts';
import { lackingScope, scopeToRequest } from '../protocol/token-scope.ts';
import { serviceTokenProblem } from '../protocol/service-token.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import { statusReferenceOf } from '../protocol/status-list.ts';
import type { StatusLists } from '../protocol/status-lists.ts';
import type { MasterKey } from '../runtime/start/master-key.ts';
import { tokenConfirmation } from '../runtime/contract/confirmation.ts';
import type { SecurityScheme } from '../runtime/caller/security.ts';
import { apiKeyHash, isApiKey } from './api-keys/api-key.ts';
import {
  applicationRefused,
  authorizationSent,
  apiKeyRefused,
  receiptTokenRefused,
  insufficientScope,
  serviceTokenRefused,
  tokenRefused,
} from './errors.ts';
import type { Caller, NotificationsCredentials } from './handler.ts';
import { readReceiptToken } from './push/push-transport.ts';
import type { ApiKeyCache, ApiKeyStore } from './api-keys/api-key-store.ts';

interface NotificationsSecurityDependencies {
  readonly apiKeys: ApiKeyStore;
  readonly apiKeyCache: ApiKeyCache;
  /** `iss` of access tokens; their `aud` contains it too. */
  readonly issuer: string;
  /** Address of this service, which `aud` may name instead (RFC 8707). */
  readonly resource: string;
  readonly keys: KeyResolver;
  readonly replayStore: ReplayStore;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
  readonly masterKey: MasterKey;
  /** Applications whose tokens may call portal and host operations; `*` allows all. */
  readonly portalClients: readonly string[];
  readonly now: () => Date;
}

/** Precision of a key's last use, milliseconds: it is written at most this often. */
const lastUsePrecisionMs = 60_000;

type Scheme<Name extends keyof NotificationsCredentials> = SecurityScheme<NotificationsCredentials[Name]>;

export function createNotificationsSecurity(dependencies: NotificationsSecurityDependencies): {
  readonly notificationsKey: Scheme<'notificationsKey'>;
  readonly bearer: Scheme<'bearer'>;
  readonly dpop: Scheme<'dpop'>;
  readonly receiptToken: Scheme<'receiptToken'>;
  readonly serviceToken: Scheme<'serviceToken'>;
} {
  const { issuer, resource, keys, replayStore, tokenCache, statusLists, now } = dependencies;
  const expectation = () => ({
    issuer,
    audience: [issuer, resource],
    keys,
    tokenCache,
    statusLists,
    now: Math.floor(now().getTime() / 1000),
  });

  return {
    notificationsKey: { authenticate: ({ rawHeaders }) => appOf(headerPairs(rawHeaders), dependencies) },

    bearer: {
      authenticate: async ({ rawHeaders }, scopes) => {
        const headers = headerPairs(rawHeaders);
        if (readAuthorization(headers)?.scheme !== 'bearer') return undefined;
        try {
          const verified = await verifyBearerRequest({ headers }, expectation());
          requireScopes(verified.claims, scopes, 'Bearer');
          return { caller: requirePortalClient(callerOf(verified), dependencies) };
        } catch (error) {
          if (!(error instanceof BearerError)) throw error;
          throw tokenRefused(error.message, bearerChallenge(error.code, { scope: scopeToRequest(scopes) }));
        }
      },
      confirmation: ({ caller }) => caller.confirmation,
    },

    dpop: {
      verifiesWith: ['dpopProof'],
      authenticate: async ({ method, url, rawHeaders }, scopes) => {
        const headers = headerPairs(rawHeaders);
        if (readAuthorization(headers)?.scheme !== 'dpop') return undefined;
        try {
          const verified = await verifyDpopRequest({ method, url, headers }, { ...expectation(), replayStore });
          requireScopes(verified.claims, scopes, 'DPoP');
          return { caller: requirePortalClient(callerOf(verified), dependencies) };
        } catch (error) {
          if (!(error instanceof VerificationError)) throw error;
          throw tokenRefused(error.message, dpopChallenge(error.code, { scope: scopeToRequest(scopes) }));
        }
      },
      confirmation: ({ caller }) => caller.confirmation,
    },

    serviceToken: {
      authenticate: async ({ rawHeaders }) => {
        const authorization = readAuthorization(headerPairs(rawHeaders));
        if (authorization?.scheme !== 'bearer') throw serviceTokenRefused();
        const problem = await serviceTokenProblem(authorization.token, {
          issuer,
          audience: resource,
          keys,
          now: Math.floor(now().getTime() / 1000),
        });
        if (problem !== undefined) throw serviceTokenRefused(problem);
        return {};
      },
    },

    receiptToken: {
      authenticate: async ({ rawHeaders }) => {
        const [token, ...more] = headerValues(headerPairs(rawHeaders), 'x-platform-receipt-token');
        if (token === undefined) return undefined;
        const subject = more.length > 0 ? undefined : readReceiptToken(dependencies.masterKey, token);
        if (subject === undefined) throw receiptTokenRefused();
        return { caller: { sub: subject.sessionAddress }, notificationId: subject.notificationId };
      },
    },
  };
}

/** Authenticates an API key. It is the only credential of sends, so any Authorization header is refused first. */
async function appOf(headers: RawHeaders, { apiKeys, apiKeyCache, now }: NotificationsSecurityDependencies) {
  if (headerValues(headers, 'authorization').length > 0) throw authorizationSent();
  const [key, ...more] = headerValues(headers, 'x-platform-notifications-key');
  if (key === undefined || more.length > 0 || !isApiKey(key)) throw apiKeyRefused();
  const hash = apiKeyHash(key);
  const usedAt = now();
  const appId = apiKeyCache.appOf(hash) ?? (await apiKeys.appOf(hash));
  const apiKey = appId === undefined ? undefined : await apiKeys.findWorking(appId, hash, usedAt);
  apiKeyCache.set(hash, apiKey?.appId);
  if (!apiKey || !equalText(apiKey.keyHash, hash)) throw apiKeyRefused();
  if (apiKey.lastUsedAt === null || usedAt.getTime() - apiKey.lastUsedAt.getTime() >= lastUsePrecisionMs) {
    await apiKeys.markUsed(apiKey.appId, apiKey.id, usedAt);
  }
  const { appId: id, scopes, environment } = apiKey;
  return { app: { id, scopes, environment } };
}

/** Reads the Authorization header; undefined unless there is exactly one and it is well-formed. */
function readAuthorization(headers: RawHeaders) {
  try {
    return parseAuthorization(headers);
  } catch {
    return undefined;
  }
}

function requireScopes({ scope }: JsonObject, required: readonly string[], scheme: 'Bearer' | 'DPoP'): void {
  const lacking = lackingScope(scope, required);
  if (lacking !== undefined)
    throw insufficientScope(lacking, scopeChallenge(scheme, { scope: scopeToRequest(required) }));
}

function callerOf({ sub, clientId, claims }: Pick<AccessToken, 'sub' | 'clientId' | 'claims'>): Caller {
  return {
    sub,
    clientId,
    expiresAt: new Date(Number(claims['exp']) * 1000),
    confirmation: tokenConfirmation(claims),
    status: statusReferenceOf(claims),
  };
}

function requirePortalClient(caller: Caller, { portalClients }: NotificationsSecurityDependencies): Caller {
  if (!portalClients.includes('*') && !portalClients.includes(caller.clientId)) throw applicationRefused();
  return caller;
}

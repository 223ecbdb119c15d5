import { bearerChallenge, dpopChallenge } from '../protocol/challenge.ts';
import { BearerError, verifyBearerRequest } from '../protocol/bearer-request.ts';
import { parseAuthorization } from '../protocol/authorization-header.ts';
import { equalText } from '../protocol/constant-time.ts';
import { type ReplayStore, verifyDpopRequest } from '../protocol/dpop-request.ts';
import { headerPairs, headerValues, type RawHeaders } from '../protocol/raw-headers.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import { VerificationError } from '../protocol/verification-error.ts';
import type { VerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import type { SecurityScheme } from '../runtime/security.ts';
import { apiKeyHash, isApiKey } from './api-key.ts';
import { applicationRefused, authorizationSent, keyRefused, receiptTokenRefused, tokenRefused } from './errors.ts';
import type { Caller, NotificationsCredentials } from './handler.ts';
import { readReceiptToken } from './push/receipt-token.ts';
import type { KnownKeys } from './known-keys.ts';
import type { ApiKeyStore } from './store/api-keys.ts';

export interface SecurityParts {
  readonly apiKeys: ApiKeyStore;
  readonly knownKeys: KnownKeys;
  /** `iss` of the access tokens, which is in the `aud` of every one. */
  readonly issuer: string;
  readonly keys: KeyResolver;
  readonly replayStore: ReplayStore;
  readonly tokenCache: VerifiedTokenCache;
  readonly masterKey: MasterKey;
  /** Applications whose tokens may act in portal and host; `*` stands for all. */
  readonly portalClients: readonly string[];
  readonly now: () => Date;
}

/** How often the last use of a key is noted, milliseconds. */
const lastUsePrecisionMs = 60_000;

type Scheme<Name extends keyof NotificationsCredentials> = SecurityScheme<NotificationsCredentials[Name]>;

export function createSecurity(parts: SecurityParts): {
  readonly notificationsKey: Scheme<'notificationsKey'>;
  readonly bearer: Scheme<'bearer'>;
  readonly dpop: Scheme<'dpop'>;
  readonly receiptToken: Scheme<'receiptToken'>;
} {
  const { issuer, keys, replayStore, tokenCache, now } = parts;
  const expectation = () => ({ issuer, audience: issuer, keys, tokenCache, now: Math.floor(now().getTime() / 1000) });

  return {
    notificationsKey: { authenticate: ({ rawHeaders }) => appOf(headerPairs(rawHeaders), parts) },

    bearer: {
      authenticate: async ({ rawHeaders }) => {
        const headers = headerPairs(rawHeaders);
        if (schemeOf(headers) !== 'bearer') return undefined;
        try {
          const { sub, clientId, exp } = await verifyBearerRequest({ headers }, expectation());
          return { caller: admitted({ sub, clientId, expiresAt: new Date(exp * 1000) }, parts) };
        } catch (error) {
          if (!(error instanceof BearerError)) throw error;
          throw tokenRefused(error.message, bearerChallenge(error.code));
        }
      },
    },

    dpop: {
      authenticate: async ({ method, url, rawHeaders }) => {
        const headers = headerPairs(rawHeaders);
        if (schemeOf(headers) !== 'dpop') return undefined;
        try {
          const verified = await verifyDpopRequest({ method, url, headers }, { ...expectation(), replayStore });
          const { sub, clientId, claims } = verified;
          return { caller: admitted({ sub, clientId, expiresAt: new Date(Number(claims['exp']) * 1000) }, parts) };
        } catch (error) {
          if (!(error instanceof VerificationError)) throw error;
          throw tokenRefused(error.message, dpopChallenge(error.code));
        }
      },
    },

    receiptToken: {
      authenticate: async ({ rawHeaders }) => {
        const [token, ...more] = headerValues(headerPairs(rawHeaders), 'x-platform-receipt-token');
        if (token === undefined) return undefined;
        const about = more.length > 0 ? undefined : readReceiptToken(parts.masterKey, token);
        if (about === undefined) throw receiptTokenRefused();
        return { caller: { sub: about.sessionAddress }, notificationId: about.notificationId };
      },
    },
  };
}

/** The app of an API key: the only credential of sends, so any Authorization header is refused before it. */
async function appOf(headers: RawHeaders, { apiKeys, knownKeys, now }: SecurityParts) {
  if (headerValues(headers, 'authorization').length > 0) throw authorizationSent();
  const [key, ...more] = headerValues(headers, 'x-platform-notifications-key');
  if (key === undefined || more.length > 0 || !isApiKey(key)) throw keyRefused();
  const hash = apiKeyHash(key);
  const at = now();
  const known = await apiKeys.findWorking(hash, at);
  knownKeys.note(hash, known?.appId);
  if (!known || !equalText(known.keyHash, hash)) throw keyRefused();
  if (known.lastUsedAt === null || at.getTime() - known.lastUsedAt.getTime() >= lastUsePrecisionMs) {
    await apiKeys.markUsed(known.appId, known.id, at);
  }
  return { app: { id: known.appId } };
}

/** The scheme of the one Authorization header; undefined when there is none, or no single well-formed one. */
function schemeOf(headers: RawHeaders): string | undefined {
  try {
    return parseAuthorization(headers).scheme;
  } catch {
    return undefined;
  }
}

function admitted(caller: Caller, { portalClients }: SecurityParts): Caller {
  if (!portalClients.includes('*') && !portalClients.includes(caller.clientId)) throw applicationRefused();
  return caller;
}

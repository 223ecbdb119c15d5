import type { SsoApiClient as SsoApi } from '../../../generated/sso/client.ts';
import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { authorize, exchangeToken, pollAuthorization, revokeToken } from '../../../generated/sso/routes.ts';
import { jwkThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createKeySetCache, type KeySetCache } from '../../protocol/key-set-cache.ts';
import { createDpopSigner, type DpopSigner, sendSigned } from '../http/middleware.ts';
import { createIdTokenCheck, idTokenKeySetMaxAge, type IdTokenVerification } from './id-token-verifier.ts';
import type { ResolvedSsoConfig } from './sso-config.ts';
import { createProviderApi } from './provider-call.ts';
import { IdTokenError } from './sso-errors.ts';
import { createSsoReporter, type SsoReporter } from './sso-events.ts';
import { createStoredSession, type IdTokenClaims, type StoredSession } from './stored-session.ts';

// Only the operations of a sign-in, to keep the bundle small.
const signInRoutes = { authorize, pollAuthorization };
const tokenRoutes = { exchangeToken, revokeToken };

/** Shared dependencies of the operations of one client. */
export interface SsoClientContext {
  readonly config: ResolvedSsoConfig;
  readonly api: Pick<SsoApi, keyof typeof signInRoutes>;
  /** Sends a DPoP proof when the client has a key. */
  readonly tokenApi: Pick<SsoApi, keyof typeof tokenRoutes>;
  /** Undefined without a key. */
  readonly dpopSigner: DpopSigner | undefined;
  readonly reporter: SsoReporter;
  readonly session: StoredSession;
  readonly keySet: KeySetCache;
  /** Thumbprint of the client's key. */
  readonly jkt: Thumbprint | undefined;
  /** @throws IdTokenError */
  readonly verifyIdToken: (token: string, expected: IdTokenVerification) => Promise<IdTokenClaims>;
}

export function createSsoClientContext(config: ResolvedSsoConfig): SsoClientContext {
  const { ssoBaseUrl: baseUrl, providerAddress, keypair, fetch, now, clockSkew } = config;
  const keySet = createKeySetCache({
    url: `${baseUrl}/oauth/jwks`,
    // The cache of a browser lacks a key that had to sign at once, because its predecessor was revoked.
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    now,
    maxAge: idTokenKeySetMaxAge,
  });
  const reporter = createSsoReporter(config);
  const dpopSigner = keypair && createDpopSigner({ keypair, now });
  const sendLogged = async (request: Request, signer?: DpopSigner) => {
    const response = await sendSigned(request, { signer, fetch });
    reporter.log('debug', `sso: ${request.method} ${new URL(request.url).pathname} responded with ${response.status}`);
    return response;
  };
  const check = createIdTokenCheck({ ssoBaseUrl: baseUrl, providerAddress, keys: keySet.key, now, clockSkew });
  return {
    config,
    api: createProviderApi<Pick<SsoOperations, keyof typeof signInRoutes>>(signInRoutes, {
      baseUrl,
      send: (request) => sendLogged(request),
    }),
    tokenApi: createProviderApi<Pick<SsoOperations, keyof typeof tokenRoutes>>(tokenRoutes, {
      baseUrl,
      send: (request) => sendLogged(request, dpopSigner),
    }),
    dpopSigner,
    reporter,
    session: createStoredSession(config.tokenStorage),
    keySet,
    jkt: keypair && jwkThumbprint(keypair.publicJwk),
    verifyIdToken: async (token, expected) => {
      const result = await check(token, expected);
      if ('claims' in result) return result.claims;
      const { refusal: error, message } = result;
      throw new IdTokenError(timeErrors.test(error) ? `${message} ${clockHint(config)}` : message, {
        error,
        retryable: error === 'unavailable',
      });
    },
  };
}

/** Errors that a wrong local clock causes: expired_id_token, id_token_not_yet_valid and bad_id_token_iat. */
const timeErrors = /^expired|yet|iat$/;

function clockHint({ now, clockSkew }: ResolvedSsoConfig): string {
  return `The local clock says ${new Date(now()).toJSON()}: correct it, or raise clockSkew (${clockSkew} seconds).`;
}

/** Loads the provider's keys before a code or refresh token is used, so that the new tokens can be verified. */
export async function loadKeys(
  { keySet }: SsoClientContext,
  fail: (message: string, cause: unknown) => never,
): Promise<void> {
  await keySet.load().catch((cause: unknown) => fail("The provider's key set is unreachable.", cause));
}

import type { WrittenSection } from './section.ts';

/** Area A of the interface document: its endpoints. */
export const ssoEndpointRequirements: readonly WrittenSection[] = [
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url})',
    rows: [
      {
        says: 'GET | /oauth/authorize | start authorization, returns AuthorizeResponse as JSON',
        serves: ['sso.authorize'],
        provenBy: ['GET | /oauth/authorize | start authorization, returns AuthorizeResponse as JSON'],
      },
      {
        says: 'POST | /oauth/poll | poll authorization status',
        serves: ['sso.pollAuthorization'],
        provenBy: ['POST | /oauth/poll | poll authorization status'],
      },
      {
        says: 'POST | /oauth/token | exchange code, or refresh',
        serves: ['sso.exchangeToken'],
        provenBy: ['POST | /oauth/token | exchange code, or refresh'],
      },
      {
        says: 'GET, POST | /oauth/userinfo | user info',
        serves: ['sso.getUserInfo', 'sso.getUserInfoByPost'],
        provenBy: ['GET, POST | /oauth/userinfo | user info: %s'],
      },
      {
        says: 'GET | /oauth/jwks | public keys for JWT verification',
        serves: ['sso.getJwks'],
        provenBy: ['GET | /oauth/jwks | public keys for JWT verification'],
      },
      {
        says: 'GET | /.well-known/openid-configuration | OIDC discovery document',
        serves: ['sso.getOpenIdConfiguration'],
        provenBy: ['GET | /.well-known/openid-configuration | OIDC discovery document'],
      },
      {
        says: 'GET | /.well-known/oauth-authorization-server | authorization server metadata (RFC 8414), same document',
        serves: ['sso.getAuthorizationServerMetadata'],
        provenBy: [
          'GET | /.well-known/oauth-authorization-server | authorization server metadata (RFC 8414), same document',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url}) / GET /oauth/authorize',
    serves: ['sso.authorize'],
    rows: [
      'response_type | code | yes',
      'response_mode | json | yes',
      'client_id | string, the provider address | yes',
      'scope | openid | yes',
      'code_challenge | string, S256 challenge of a fresh verifier | yes',
      'code_challenge_method | S256 | yes',
      'state | string, fresh per call | yes',
      'nonce | string, fresh per call | yes',
      'redirect_uri | URL | no',
      'dpop_jkt | string, RFC 7638 thumbprint of the DPoP key | only for DPoP',
      'A code_challenge that was seen before is rejected with invalid_request (message: code challenge already used); every sign-in attempt needs a fresh deep link.',
    ],
  },
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url}) / POST /oauth/poll',
    serves: ['sso.pollAuthorization'],
    rows: [
      'JSON body {polling_code: string}.',
      { says: 'Responds PollResponse.', provenBy: ['status | string | pending, authorized, rejected, expired'] },
      'Unknown polling_code: 404.',
      {
        says: 'Redeemed code: 409 with invalid_grant.',
        provenBy: ['poll or exchange after the code was redeemed | 409 invalid_grant'],
      },
      {
        says: 'When status is authorized the client checks that state equals the value it minted; an iss present on any poll response must equal the configured SSO base URL.',
        serves: ['sso-client:pollAuth'],
        provenBy: [
          'pollAuth: an authorized response with %s is rejected',
          'pollAuth: a response without iss is accepted (RFC 9207 support is announced in discovery)',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url}) / POST /oauth/token',
    serves: ['sso.exchangeToken'],
    rows: [
      'content type application/x-www-form-urlencoded.',
      {
        says: 'Responds TokenResponse.',
        provenBy: ['RFC 6749 §5.1: the token response has no-store and only the documented members'],
      },
      {
        says: 'authorization_code | grant_type=authorization_code, code, client_id, code_verifier, redirect_uri (only if configured)',
        provenBy: [
          'authorization_code | grant_type=authorization_code, code, client_id, code_verifier, redirect_uri (only if configured): without %s',
        ],
      },
      {
        says: 'refresh | grant_type=refresh_token, refresh_token, client_id, redirect_uri (only if configured)',
        provenBy: [
          'refresh | grant_type=refresh_token, refresh_token, client_id, redirect_uri (only if configured): without %s',
        ],
      },
      'For DPoP clients the request carries a DPoP proof header signed by the client key (on code exchange and on refresh).',
      {
        says: 'The response must have token_type DPoP; a Bearer response means the binding was not honored and the client fails rather than downgrade.',
        serves: ['sso-client:exchangeToken', 'agent-id-core bind'],
        provenBy: ['SsoClient with DPoP: a Bearer token_type is rejected', 'core bind: Bearer tokens are refused'],
      },
      'The same key is reused for exchange and refresh.',
    ],
  },
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url}) / GET or POST /oauth/userinfo',
    serves: ['sso.getUserInfo', 'sso.getUserInfoByPost'],
    rows: [
      'header Authorization: Bearer <ACCESS_TOKEN>; a DPoP-bound token requires the scheme DPoP plus a valid DPoP proof header.',
      {
        says: 'Responds UserInfoResponse.',
        provenBy: [
          'sub (string, user identifier, the session address), aud (string, optional, client_id the access token was issued for).',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Sign-in provider (base {sso_base_url}) / Client library operations',
    rows: [
      {
        says: 'generateDeeplink | calls authorize with a fresh PKCE verifier, state and nonce stored in session storage; fails where no cryptographic random source exists',
        serves: ['sso-client:generateDeeplink'],
        provenBy: [
          'SsoClient with a real provider: sign-in, userinfo, refresh and standalone id_token verification',
          'generateDeeplink: every call has a fresh verifier, state and nonce',
          'generateDeeplink: fails without a cryptographic random source before anything is sent',
        ],
      },
      {
        says: 'pollAuth(pollingCode) | the state and iss checks above',
        serves: ['sso-client:pollAuth'],
        provenBy: [
          'SsoClient with a real provider: a redeemed code polls as 409 and cannot be exchanged again',
          'pollAuth: an authorized response with %s is rejected',
          'pollAuth: returns each status and sends the polling code as JSON',
        ],
      },
      {
        says: 'exchangeToken(code) | verifies the id_token (signature, iss, aud, nonce) before persisting tokens and verified claims, then clears verifier and nonce',
        serves: ['sso-client:exchangeToken'],
        provenBy: [
          'SsoClient with a real provider: sign-in, userinfo, refresh and standalone id_token verification',
          'exchangeToken: an id_token with a wrong claim (%s) stores nothing',
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
        ],
      },
      {
        says: 'verifyAuth | calls userinfo with Bearer; on 401 refreshes when a refresh token is stored; returns null when unauthenticated; when userinfo sub differs from the id_token sub it logs out and fails; cannot work with DPoP-bound tokens',
        serves: ['sso-client:verifyAuth'],
        provenBy: [
          'SsoClient with a real provider: sign-in, userinfo, refresh and standalone id_token verification',
          'SsoClient with a real provider: after a revocation refreshing logs out',
          'verifyAuth: sends the access token to userinfo as Bearer',
          'verifyAuth: refreshes after a 401 and repeats the request',
          'verifyAuth: returns null without a session and sends nothing',
          'verifyAuth: userinfo of another subject than the id_token logs out and throws',
          'verifyAuth: throws for tokens bound to a DPoP key',
        ],
      },
      {
        says: 'refreshAccessToken | keeps the old refresh token when the response has none; fails when no refresh token is stored; on failed refresh logs out then fails; concurrent calls per provider address share one in-flight request',
        serves: ['sso-client:refreshAccessToken'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'SsoClient with a real provider: after a revocation refreshing logs out',
          'refreshAccessToken: keeps the old refresh token or id_token that the response omits',
          'refreshAccessToken: fails without a stored refresh token and sends nothing',
          'refreshAccessToken: concurrent calls share one request, also across clients of one storage',
        ],
      },
      {
        says: 'withAutoRefresh(fn, maxRetries) | on a 401 failure with a stored refresh token, refreshes and retries; maxRetries default 1',
        serves: ['sso-client:withAutoRefresh'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'withAutoRefresh: after a failure %o the session is refreshed and the call retried, once by default',
        ],
      },
      {
        says: 'logout | removes all token-storage keys and the three session-storage keys',
        serves: ['sso-client:logout'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'logout: removes all token-storage keys and the three session-storage keys, and nothing else',
        ],
      },
      {
        says: 'getAccessToken, getIdToken, getRefreshToken | stored value or null',
        serves: ['sso-client:getAccessToken', 'sso-client:getIdToken', 'sso-client:getRefreshToken'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'getAuthData, getSubject | return the persisted verified claims (sub for getSubject); re-check only exp; null when absent, invalid or expired',
        serves: ['sso-client:getAuthData', 'sso-client:getSubject'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'getAuthData: re-checks only exp',
          'getAuthData: returns null for %s',
        ],
      },
      {
        says: 'isTokenExpired | uses the stored expiry; true when none is stored',
        serves: ['sso-client:isTokenExpired'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s',
        ],
      },
      {
        says: 'isAccessTokenExpired | true when expired or expiring within 5 minutes',
        serves: ['sso-client:isAccessTokenExpired'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s',
        ],
      },
      {
        says: 'hasRefreshToken | boolean',
        serves: ['sso-client:hasRefreshToken'],
        provenBy: [
          'SsoClient with a real provider: getters, concurrent refreshes, withAutoRefresh and logout',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'A standalone id_token verifier checks the RS256 signature against the key set, iss, aud (including azp and a trusted-audience list; extra audiences are rejected unless listed), exp/nbf/iat with 30 seconds default clock skew, and nonce when expected;',
        serves: ['sso-client:createIdTokenVerifier'],
        provenBy: [
          'SsoClient with a real provider: sign-in, userinfo, refresh and standalone id_token verification',
          'ID token verifier: %s is rejected with %s',
          'ID token verifier: %s %i s from now with %o is accepted: %s (default skew 30 s)',
          'ID token verifier: nonce with %s is compared with the sent one',
        ],
      },
      {
        says: 'it yields no result on any failure.',
        serves: ['sso-client:createIdTokenVerifier'],
        provenBy: ['ID token verifier: without onRefused a rejection is null'],
      },
      {
        says: 'The key set is cached 24 hours by default.',
        serves: ['sso-client:createKeySetCache'],
        provenBy: ['SsoClient: the key set is cached for 24 hours'],
      },
    ],
  },
];

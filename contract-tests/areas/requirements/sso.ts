import type { WrittenSection } from './section.ts';

/** Area A of the interface document. */
export const ssoRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: ['sso.authorize', 'sso.pollAuthorization', 'sso.exchangeToken'],
    rows: [
      {
        says: 'Sign-in provider. An application (a client whose client_id is its provider address) starts an authorization and receives a deep link. A human opens the deep link, or scans it as a QR code, in a mobile app and approves or rejects. The client polls with a polling code until an authorization code is available, then exchanges the code (PKCE, S256) for an access token, an optional id_token and an optional refresh_token.',
        provenBy: [
          'sso: link and polling code are different secrets of 256 bits, and no table stores them',
          'sso: a DPoP-bound sign-in, from authorize to userinfo and refresh',
          'phone: the first command of a new phone may be an approval, and shows what it approves',
        ],
      },
      {
        says: 'Tokens can be sender-constrained to a client key with DPoP (they then carry cnf.jkt).',
        provenBy: ['RFC 9449 §5, §6.1: with a proof token_type is DPoP and the tokens have cnf.jkt'],
      },
      {
        says: 'The provider also serves userinfo, a public key set and discovery documents.',
        serves: [
          'sso.getUserInfo',
          'sso.getUserInfoByPost',
          'sso.getJwks',
          'sso.getOpenIdConfiguration',
          'sso.getAuthorizationServerMetadata',
        ],
        provenBy: [
          'OpenID Connect Core §5.3: userinfo by GET and POST returns the sub of the id_token',
          'RFC 7517 §4: the key set contains public RSA keys of at least 2048 bits with thumbprints as kid',
          'RFC 8414 §2, OpenID Connect Discovery §3: the metadata is complete and correct',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / AuthorizeResponse',
    serves: ['sso.authorize'],
    rows: [
      'deep_link | string | link for QR code or mobile redirect',
      'polling_code | string | used with the poll endpoint',
      'expired_at | number | Unix timestamp in seconds; the session is capped at 10 minutes',
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / PollResponse',
    serves: ['sso.pollAuthorization'],
    rows: [
      'status | string | pending, authorized, rejected, expired',
      'authorization_code | string, optional | present only when status is authorized',
      'state | string, optional | echo of the state sent on authorize',
      'iss | string, optional | issuer identifier (RFC 9207)',
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / TokenResponse',
    serves: ['sso.exchangeToken'],
    rows: [
      'access_token | string | JWT',
      'id_token | string, optional | JWT with user claims, signed RS256',
      'refresh_token | string, optional | opaque',
      'token_type | string | Bearer, or DPoP when the tokens are DPoP-bound',
      'expires_in | number | lifetime in seconds',
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / UserInfoResponse',
    serves: ['sso.getUserInfo', 'sso.getUserInfoByPost'],
    rows: [
      'sub (string, user identifier, the session address), aud (string, optional, client_id the access token was issued for).',
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / Token claims',
    serves: ['sso.exchangeToken'],
    rows: [
      'iss | string | issuer URL',
      'sub | string | user identifier',
      'aud | string or array of strings | audience, the provider address',
      'exp | number | expiration',
      'iat | number, optional | issued at',
      'client_id | string, optional | on access tokens',
      'jti | string, optional | on access tokens',
      'nonce | string, optional | when supplied on authorize',
      'auth_time | number | always emitted on id_tokens',
      'azp | string, optional | authorized party',
      'cnf | object with jkt | on DPoP-bound tokens; jkt is the client key thumbprint (RFC 7800)',
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / Client values persisted by a client library',
    serves: ['sso-client:exchangeToken'],
    rows: [
      {
        says: 'Client values persisted by a client library (token storage: browser local storage by default, in-memory outside browsers; flow values in session storage)',
        serves: ['sso-client:createMemoryStorage', 'sso-client:SsoClient'],
        provenBy: [
          'SsoClient configuration: outside browsers every client has separate in-memory storage',
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
      {
        says: 'platform-sso_access_token | token storage | access token',
        provenBy: [
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'platform-sso_id_token | token storage | id_token',
        provenBy: [
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'platform-sso_id_token_claims | token storage | verified id_token claims, JSON',
        provenBy: [
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'platform-sso_refresh_token | token storage | refresh token',
        provenBy: [
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
          'SsoClient getters: return the stored value or null',
        ],
      },
      {
        says: 'platform-sso_token_expiry | token storage | expiry timestamp in milliseconds',
        provenBy: ['SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s'],
      },
      {
        says: 'platform-sso_code_verifier | session storage | PKCE code verifier',
        serves: ['sso-client:generateDeeplink'],
        provenBy: [
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
      {
        says: 'platform-sso_state | session storage | OAuth state',
        serves: ['sso-client:generateDeeplink'],
        provenBy: [
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
      {
        says: 'platform-sso_nonce | session storage | OIDC nonce',
        serves: ['sso-client:generateDeeplink'],
        provenBy: [
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
    ],
  },
  {
    section: 'Resources and their fields / Sign-in provider resources / Client configuration',
    serves: ['sso-client:SsoClient'],
    rows: [
      {
        says: 'ssoBaseUrl | string | required | must be https unless the host is loopback (localhost, 127.0.0.1, [::1])',
        provenBy: [
          'SsoClient configuration: the base URL %s is normalized to %s',
          'SsoClient configuration: the base URL %j is rejected, and the message names the option',
        ],
      },
      {
        says: 'providerAddress | string | required | sent as client_id',
        serves: ['sso-client:generateDeeplink'],
        provenBy: [
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
      {
        says: 'pollingInterval | number (ms) | 5000',
        serves: ['sso-client:waitForApproval'],
        provenBy: ['SsoClient configuration: the default polling interval is 5000 ms'],
      },
      {
        says: 'redirectUri | string (URL) | none | when set, sent on both the authorize and the token request; not needed for the deep-link and poll flow',
        serves: ['sso-client:generateDeeplink', 'sso-client:exchangeToken'],
        provenBy: [
          'generateDeeplink: sends redirect_uri and dpop_jkt when they are configured',
          'exchangeToken: sends redirect_uri when it is configured',
        ],
      },
      {
        says: 'tokenStorage | object with getItem, setItem, removeItem | environment-aware',
        serves: ['sso-client:createMemoryStorage'],
        provenBy: ['SsoClient configuration: outside browsers every client has separate in-memory storage'],
      },
      {
        says: 'allowInsecureSsoBaseUrl | boolean | false | permits http for a non-loopback host',
        provenBy: ['SsoClient configuration: allowInsecureSsoBaseUrl permits http on any host and no other scheme'],
      },
      {
        says: 'dpop | object with keypair | none | keypair = privateKey (Ed25519 signing key) and publicJwk {kty: OKP, crv: Ed25519, x: string}',
        provenBy: [
          'SsoClient configuration: the DPoP option %o is rejected as no Ed25519 key pair',
          'SsoClient with DPoP: the exchange carries a proof by the configured key for its method and address',
        ],
      },
    ],
  },
  {
    section: 'States and transitions',
    serves: ['sso.pollAuthorization'],
    rows: [
      {
        says: 'Poll status values: pending, authorized, rejected, expired.',
        provenBy: [
          'status | string | pending, authorized, rejected, expired',
          'sso: an expired authorization code is rejected, and poll reports expired',
        ],
      },
      {
        says: 'the authorization session expires at most 10 minutes after creation;',
        serves: ['sso.authorize'],
        provenBy: ['expired_at | number | Unix timestamp in seconds; the session is capped at 10 minutes'],
      },
      {
        says: 'once the authorization code is redeemed at the token endpoint, further polling answers 409 invalid_grant;',
        serves: ['sso.pollAuthorization', 'sso.exchangeToken'],
        provenBy: ['poll or exchange after the code was redeemed | 409 invalid_grant'],
      },
      { says: 'an unknown polling_code answers 404.', provenBy: ['Unknown polling_code: 404.'] },
    ],
  },
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
          'pollAuth: iss may be absent (RFC 9207 support is announced in discovery)',
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
          'a failure %o is refreshed away, once by default',
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
  {
    section: 'Authentication',
    rows: [
      {
        says: 'A authorize, poll, token | public client; client_id is the provider address; PKCE S256; state and nonce; optional DPoP (dpop_jkt on authorize, DPoP proof header on token)',
        serves: ['sso.authorize', 'sso.pollAuthorization', 'sso.exchangeToken'],
        provenBy: [
          'sso: a DPoP-bound sign-in, from authorize to userinfo and refresh',
          'RFC 9449 §10: a code is bound to the key that dpop_jkt announced',
        ],
      },
      {
        says: 'A userinfo | Authorization: Bearer <ACCESS_TOKEN>, or the DPoP scheme with a DPoP proof header for DPoP-bound tokens',
        serves: ['sso.getUserInfo', 'sso.getUserInfoByPost'],
        provenBy: [
          'header Authorization: Bearer <ACCESS_TOKEN>; a DPoP-bound token requires the scheme DPoP plus a valid DPoP proof header.',
        ],
      },
    ],
  },
  {
    section: 'Errors / Sign-in provider',
    rows: [
      {
        says: 'reused code_challenge | invalid_request, message code challenge already used',
        serves: ['sso.authorize'],
        provenBy: [
          'A code_challenge that was seen before is rejected with invalid_request (message: code challenge already used); every sign-in attempt needs a fresh deep link.',
        ],
      },
      {
        says: 'poll with unknown polling_code | 404',
        serves: ['sso.pollAuthorization'],
        provenBy: ['Unknown polling_code: 404.'],
      },
      {
        says: 'poll or exchange after the code was redeemed | 409 invalid_grant',
        serves: ['sso.pollAuthorization', 'sso.exchangeToken'],
        provenBy: ['poll or exchange after the code was redeemed | 409 invalid_grant'],
      },
      {
        says: 'poll status rejected or expired | in the PollResponse status',
        serves: ['sso.pollAuthorization'],
        provenBy: ['poll status rejected or expired | in the PollResponse status'],
      },
      {
        says: 'exchange with invalid or expired code, or PKCE mismatch | client call fails',
        serves: ['sso.exchangeToken', 'sso-client:exchangeToken'],
        provenBy: [
          'exchange with invalid or expired code, or PKCE mismatch | client call fails',
          'sso exchangeToken: an expired code is 400 invalid_grant',
        ],
      },
      {
        says: 'refresh token expired or revoked | client call fails and clears stored data',
        serves: ['sso.exchangeToken', 'sso-client:refreshAccessToken'],
        provenBy: ['refresh token expired or revoked | client call fails and clears stored data'],
      },
      {
        says: 'Bearer response where DPoP was requested | client fails',
        serves: ['sso-client:exchangeToken'],
        provenBy: ['SsoClient with DPoP: a Bearer token_type is rejected'],
      },
    ],
  },
  {
    section: 'Limits',
    rows: [
      {
        says: 'authorization session lifetime | at most 10 minutes | A authorize',
        serves: ['sso.authorize'],
        provenBy: [
          'expired_at | number | Unix timestamp in seconds; the session is capped at 10 minutes',
          'sso: a sign-in takes at most 10 minutes, however late it is approved',
        ],
      },
      {
        says: 'client polling interval | 5000 ms default | A client',
        serves: ['sso-client:waitForApproval'],
        provenBy: ['SsoClient configuration: the default polling interval is 5000 ms'],
      },
      {
        says: 'access-token early-expiry window | 5 minutes | A client',
        serves: ['sso-client:isAccessTokenExpired'],
        provenBy: ['SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s'],
      },
      {
        says: 'id_token clock skew | 30 seconds default | A verifier',
        serves: ['sso-client:createIdTokenVerifier'],
        provenBy: ['ID token verifier: %s %i s from now with %o is accepted: %s (default skew 30 s)'],
      },
      {
        says: 'key set cache | 24 hours default | A verifier',
        serves: ['sso-client:createKeySetCache'],
        provenBy: ['SsoClient: the key set is cached for 24 hours'],
      },
      {
        says: 'auto-refresh retries | 1 default | A client',
        serves: ['sso-client:withAutoRefresh'],
        provenBy: ['a failure %o is refreshed away, once by default'],
      },
    ],
  },
];

import type { WrittenSection } from './section.ts';

/** Area A of the interface document: what it is, its resources and their states. */
export const ssoResourceRequirements: readonly WrittenSection[] = [
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
];

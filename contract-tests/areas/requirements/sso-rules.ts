import type { WrittenSection } from './section.ts';

/** Area A of the interface document: authentication, errors, limits and versions. */
export const ssoRuleRequirements: readonly WrittenSection[] = [
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
        provenBy: [
          'withAutoRefresh: after a failure %o the session is refreshed and the call retried, once by default',
        ],
      },
    ],
  },
];

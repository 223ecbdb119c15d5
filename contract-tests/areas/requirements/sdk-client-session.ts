import type { WrittenSection } from './section.ts';

/** What a developer relies on while users are signed in. */
export const sdkSessionRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Client: fresh tokens and sso.fetch',
    serves: ['sso-client:getFreshAccessToken'],
    rows: [
      {
        says: 'getFreshAccessToken renews by the earlier expiry of the two tokens.',
        provenBy: [
          'getFreshAccessToken: refreshes when the id_token expires first',
          'getFreshAccessToken: returns the stored token while it is valid for more than a minute',
        ],
      },
      {
        says: 'Concurrent calls share one refresh.',
        provenBy: [
          'getFreshAccessToken: refreshes a token that expires within a minute; concurrent calls share the refresh',
        ],
      },
      {
        says: 'Without a session, or after its revocation, the token is null.',
        provenBy: [
          'getFreshAccessToken: returns null without a session and sends nothing',
          'getFreshAccessToken: returns null when the session was revoked',
          'getFreshAccessToken: without a refresh token a valid token is returned, an expired one is null',
        ],
      },
      {
        says: 'An outage is visible only when the token has expired.',
        provenBy: ['getFreshAccessToken: an outage returns the token while it is valid and throws afterwards'],
      },
      {
        says: 'No caller gets the token of another user.',
        provenBy: ['getFreshAccessToken: never returns the token of a different user who signs in meanwhile'],
      },
      {
        says: 'sso.fetch sends token, proof and nonce, and every example uses it.',
        serves: ['sso-client:SsoClient'],
        provenBy: [
          'sso.fetch: sends the access token as Bearer with method, body and headers of the call',
          'sso.fetch: with a key every request has the scheme DPoP and a fresh proof, and a nonce challenge is retried',
          'sso.fetch: is bound, so that generated clients can use it as their fetch',
        ],
      },
      {
        says: 'sso.fetch renews before expiry and once after a 401.',
        serves: ['sso-client:SsoClient'],
        provenBy: [
          'sso.fetch: a token that is about to expire is refreshed first',
          'sso.fetch: a 401 refreshes once and repeats the request with its body; a second 401 is returned',
          'sso.fetch: a 401 uses the token that another tab has stored meanwhile, without a refresh',
        ],
      },
      {
        says: 'A 401 of a revoked session reaches the caller, its reason onError.',
        serves: ['sso-client:SsoClient'],
        provenBy: ['sso.fetch: a 401 of a revoked session is returned, and onError gets the reason'],
      },
      {
        says: 'sso.fetch sends nothing while signed out.',
        serves: ['sso-client:SsoClient'],
        provenBy: ['sso.fetch: without a session it throws and sends nothing'],
      },
      {
        says: 'sso.fetch sends the token to listed origins only.',
        serves: ['sso-client:SsoClient'],
        provenBy: [
          'sso.fetch: %s is rejected before anything is sent',
          'sso.fetch: a URL that hides its host behind user information is rejected',
          'sso.fetch: without apiOrigins only the provider gets the token outside browsers; the error says what to add',
        ],
      },
      {
        says: 'sso.fetch follows no redirect.',
        serves: ['sso-client:SsoClient'],
        provenBy: ['sso.fetch: a redirect with %i is an error and is not followed', 'sso.fetch: 304 is a response'],
      },
      {
        says: 'sso.fetch can be aborted.',
        serves: ['sso-client:SsoClient'],
        provenBy: ['sso.fetch: aborting rejects with the reason of the signal and reports no error'],
      },
      {
        says: 'New calls ignore a stored session whose iss, aud or cnf is not of this client.',
        serves: ['sso-client:hasOwnSession'],
        provenBy: [
          'SsoClient: a session of %s is ignored by getFreshAccessToken and fetch, and sends nothing',
          'SsoClient: hasOwnSession is true for a session without id_token',
        ],
      },
      {
        says: 'withAutoRefresh runs a call again after a 401, thrown or returned, as often as asked.',
        serves: ['sso-client:withAutoRefresh'],
        provenBy: [
          'withAutoRefresh: maxRetries %i is applied',
          'withAutoRefresh: a fetch response of 401 is retried and returned when it repeats',
          'withAutoRefresh: maxRetries of %s is rejected',
        ],
      },
      {
        says: 'withAutoRefresh retries nothing else.',
        serves: ['sso-client:withAutoRefresh'],
        provenBy: [
          'withAutoRefresh: data with a member status of 401 is not retried',
          'withAutoRefresh: an error with status %s is not retried',
          'withAutoRefresh: without a refresh token a 401 is returned unchanged',
          'withAutoRefresh: throws the error of a failed refresh',
        ],
      },
    ],
  },
  {
    section: 'SDK / Client: clock',
    serves: ['sso-client:SsoClient'],
    rows: [
      {
        says: 'clockSkew is 30 seconds by default, and the error names the local clock.',
        provenBy: [
          'SsoClient clockSkew: a clock that is 31 seconds slow fails by default, and the error names the local clock',
        ],
      },
      {
        says: 'A larger clockSkew accepts a slow clock.',
        provenBy: ['SsoClient clockSkew: a larger clockSkew accepts a slow clock'],
      },
      {
        says: 'A sign-in that starts with a wrong clock succeeds after its correction.',
        provenBy: ['clock step: a sign-in that starts with a clock two minutes ahead succeeds after the correction'],
      },
      {
        says: 'Expiry is told at its exact time, and early expiry five minutes before.',
        serves: ['sso-client:isTokenExpired', 'sso-client:isAccessTokenExpired'],
        provenBy: ['SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s'],
      },
    ],
  },
  {
    section: 'SDK / Client: refresh',
    serves: ['sso-client:refreshAccessToken'],
    rows: [
      {
        says: 'A refresh replaces tokens, claims and expiry, and keeps what the response omits.',
        provenBy: [
          'refreshAccessToken: sends the form and replaces tokens, claims and expiry',
          'refreshAccessToken: keeps the old refresh token or id_token that the response omits',
          'refreshAccessToken: null for refresh_token or id_token counts as omitted',
        ],
      },
      {
        says: 'Without a refresh token nothing is sent.',
        provenBy: ['refreshAccessToken: fails without a stored refresh token and sends nothing'],
      },
      {
        says: 'Only invalid_grant with 400, 401 or 403 ends the session.',
        provenBy: [
          'refreshAccessToken: %i invalid_grant clears all stored data, then fails',
          'refreshAccessToken: %i %s keeps the session',
          'SsoClient with a real provider: after a revocation refreshing logs out',
        ],
      },
      {
        says: 'A network failure, a timeout and an unreadable response keep the session.',
        provenBy: ['refreshAccessToken: a network failure, a timeout and an unreadable response keep the session'],
      },
      {
        says: 'A failed refresh can be repeated.',
        provenBy: ['refreshAccessToken: a failed refresh is not cached'],
      },
      {
        says: 'Concurrent calls share one request, and an aborted caller cancels nothing.',
        provenBy: [
          'refreshAccessToken: concurrent calls share one request, also across clients of one storage',
          'refreshAccessToken: an aborted caller does not cancel the refresh of the others',
        ],
      },
      {
        says: 'A pending sign-in keeps its values during a refresh.',
        provenBy: [
          'refreshAccessToken: a pending sign-in keeps its values when a refresh succeeds or ends the session',
        ],
      },
      {
        says: 'A logout during a refresh stays a logout.',
        provenBy: [
          'refreshAccessToken: a session ended during the refresh stays ended',
          'refreshAccessToken: a logout while the id_token is verified leaves no refresh token',
        ],
      },
      {
        says: 'A user who signs in during a refresh keeps the own session.',
        provenBy: [
          'refreshAccessToken: a different user who signed in during the refresh keeps the session, and the caller does not get their tokens',
          'refreshAccessToken: a different user who signs in while the id_token is verified keeps their own tokens',
          'refreshAccessToken: an id_token of another subject does not end a session that replaced the refreshed one',
        ],
      },
      {
        says: 'An id_token of another subject ends the session.',
        provenBy: ['refreshAccessToken: an id_token of another subject ends the session'],
      },
      {
        says: 'An unverifiable id_token keeps the rotated refresh token.',
        provenBy: [
          'refreshAccessToken: an unverifiable id_token changes neither access token nor claims and keeps the rotated refresh token',
        ],
      },
      {
        says: 'A storage without room for new tokens does not lose the session.',
        provenBy: [
          'refreshAccessToken: a storage without room for the new tokens keeps the session, which a later refresh renews',
        ],
      },
      {
        says: 'An unknown kid fetches the keys again, which are cached for a day.',
        provenBy: [
          'refreshAccessToken: an unknown kid fetches the key set again',
          'SsoClient: the key set is cached for 24 hours',
        ],
      },
      {
        says: 'Tokens that are bound to a key are refreshed with that key only.',
        provenBy: [
          'refreshAccessToken: a Bearer response to a DPoP client fails; exchange and refresh use the same key',
          'SsoClient with DPoP: another key than that of the sign-in gets no tokens',
        ],
      },
    ],
  },
];

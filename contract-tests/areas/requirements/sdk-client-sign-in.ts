import type { WrittenSection } from './section.ts';

/** What a developer relies on when an application signs users in. */
export const sdkSignInRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Client: start of a sign-in',
    serves: ['sso-client:generateDeeplink'],
    rows: [
      {
        says: 'generateDeeplink sends the documented parameters and keeps verifier, state and nonce in session storage.',
        provenBy: [
          'generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage',
        ],
      },
      {
        says: 'Every sign-in has its own verifier, state and nonce.',
        provenBy: ['generateDeeplink: every call has a fresh verifier, state and nonce'],
      },
      {
        says: 'redirect_uri and the thumbprint of the key are sent when they are configured.',
        provenBy: ['generateDeeplink: sends redirect_uri and dpop_jkt when they are configured'],
      },
      {
        says: 'Without a cryptographic random source nothing is sent.',
        provenBy: ['generateDeeplink: fails without a cryptographic random source before anything is sent'],
      },
      {
        says: 'Missing crypto.subtle is said before the person approves.',
        provenBy: ['generateDeeplink: missing crypto.subtle is an error before anything is sent'],
      },
      {
        says: 'A refusal of the provider is an AuthorizeError with status, code, description and Retry-After.',
        provenBy: [
          'generateDeeplink: %i %o is an AuthorizeError with its details and keeps a pending sign-in',
          "SsoClient with a real provider: an unknown application is an AuthorizeError with the provider's error",
        ],
      },
      {
        says: 'A refused start keeps an earlier pending sign-in.',
        provenBy: ['generateDeeplink: %i %o is an AuthorizeError with its details and keeps a pending sign-in'],
      },
      {
        says: 'A response without a usable link, polling code or expiry is rejected, script links included.',
        provenBy: ['generateDeeplink: a response with %o is rejected'],
      },
      {
        says: 'The base URL may have a path prefix and a trailing slash.',
        provenBy: ['generateDeeplink: accepts a base URL with trailing slash and path prefix'],
      },
      {
        says: 'A network failure is retryable and keeps its cause; a timeout is named.',
        provenBy: [
          'generateDeeplink: a network failure and a timeout are retryable AuthorizeErrors with different codes',
        ],
      },
      {
        says: 'A start can be aborted.',
        provenBy: ['generateDeeplink: an aborted call rejects with the reason of the signal'],
      },
      {
        says: 'A full session storage leaves no half sign-in.',
        provenBy: [
          'generateDeeplink: with a full storage no part of the sign-in is stored, and an earlier sign-in stays pending',
        ],
      },
    ],
  },
  {
    section: 'SDK / Client: configuration',
    serves: ['sso-client:SsoClient'],
    rows: [
      {
        says: 'The base URL is https, or http on a loopback host, and is normalized.',
        provenBy: [
          'SsoClient configuration: the base URL %s is normalized to %s',
          'SsoClient configuration: the base URL %j is rejected, and the message names the option',
        ],
      },
      {
        says: 'http on other hosts needs allowInsecureSsoBaseUrl.',
        provenBy: ['SsoClient configuration: allowInsecureSsoBaseUrl permits http on any host and no other scheme'],
      },
      {
        says: 'Messages do not repeat credentials of the configuration.',
        provenBy: ['SsoClient configuration: credentials in the base URL are not repeated in the message'],
      },
      {
        says: 'An unusable option is rejected by name when the client is created.',
        provenBy: [
          'SsoClient configuration: %o is rejected by name',
          'SsoClient clockSkew: %s is rejected by name',
          'SsoClient apiOrigins: %s is rejected by name',
          'SsoClient configuration: the DPoP option %o is rejected as no Ed25519 key pair',
        ],
      },
      {
        says: 'Polling is every 5 seconds by default.',
        provenBy: ['SsoClient configuration: the default polling interval is 5000 ms'],
      },
      {
        says: 'A storage of the application has getItem, setItem and removeItem.',
        provenBy: ['SsoClient configuration: a token storage without %s is rejected'],
      },
      {
        says: 'Users of one server share nothing.',
        provenBy: [
          'SsoClient configuration: outside browsers every client has separate in-memory storage',
          'refreshAccessToken: two users on one server never share a request or a token',
          'SsoClient with a real provider: two users of one server stay separate while both refresh',
        ],
      },
    ],
  },
  {
    section: 'SDK / Client: polling',
    serves: ['sso-client:pollAuth'],
    rows: [
      {
        says: 'A poll returns pending, authorized, rejected or expired.',
        provenBy: ['pollAuth: returns each status and sends the polling code as JSON'],
      },
      {
        says: 'A response of another sign-in, another issuer, without a code or with an unknown status is rejected.',
        provenBy: [
          'pollAuth: an authorized response with %s is rejected',
          'pollAuth: an iss of another provider is rejected with status %s',
        ],
      },
      {
        says: 'Without a pending sign-in no response is accepted.',
        provenBy: ['pollAuth: an authorized response without a pending sign-in is rejected'],
      },
      {
        says: 'iss may be absent.',
        provenBy: ['pollAuth: a response without iss is accepted (RFC 9207 support is announced in discovery)'],
      },
      {
        says: 'An unknown or redeemed code, and an overload, are a PollError with its details.',
        provenBy: [
          'pollAuth: status %i (%s) is a PollError with its details',
          'SsoClient with a real provider: a redeemed code polls as 409 and cannot be exchanged again',
        ],
      },
      {
        says: 'A poll can be aborted.',
        provenBy: ['pollAuth: an aborted call rejects with the reason of the signal'],
      },
    ],
  },
  {
    section: 'SDK / Client: waiting for the approval',
    serves: ['sso-client:waitForApproval'],
    rows: [
      {
        says: 'Waiting goes on through overload and lost responses until the decision.',
        provenBy: ['waitForApproval: overload and lost responses do not end the polling, and Retry-After is honored'],
      },
      {
        says: 'Retry-After is honored, within limits.',
        provenBy: [
          'waitForApproval: Retry-After of a %i is honored',
          'SsoClient with a real provider: after an approval the next poll returns the code and honors Retry-After',
        ],
      },
      {
        says: 'A page that becomes visible polls at once; an abort or an unknown code ends the wait.',
        provenBy: ['waitForApproval: a wake-up ends the pause early; an abort or an unknown code ends the wait'],
      },
      {
        says: 'Waiting ends after 11 minutes.',
        provenBy: ['waitForApproval: gives up after 11 minutes when the provider never reports expiry'],
      },
      {
        says: 'A wrong local clock does not shorten the wait.',
        provenBy: ['waitForApproval: a client clock %i ms ahead does not shorten the wait'],
      },
      {
        says: 'A declined sign-in ends, and the next one has a fresh link.',
        provenBy: ['SsoClient with a real provider: a declined sign-in ends and the next one has a fresh link'],
      },
    ],
  },
  {
    section: 'SDK / Client: exchange of the code',
    serves: ['sso-client:exchangeToken'],
    rows: [
      {
        says: 'The id_token is verified before anything is stored.',
        provenBy: [
          'exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce',
          'exchangeToken: an id_token with a wrong claim (%s) stores nothing',
          'exchangeToken: an id_token signed by an unpublished key stores nothing',
        ],
      },
      {
        says: 'id_token and refresh_token are optional.',
        provenBy: ['exchangeToken: id_token and refresh_token are optional; without them there are no claims'],
      },
      {
        says: 'A refused code is a TokenExchangeError and keeps the session that was there.',
        provenBy: ['exchangeToken: %i %s is a TokenExchangeError and keeps the previous session'],
      },
      {
        says: 'A response that is no token response is rejected.',
        provenBy: ['exchangeToken: a token response with %o is rejected'],
      },
      {
        says: 'redirect_uri is sent again when it is configured.',
        provenBy: ['exchangeToken: sends redirect_uri when it is configured'],
      },
      {
        says: 'Without a pending sign-in nothing is sent.',
        provenBy: ['exchangeToken: without a pending sign-in nothing is sent'],
      },
      {
        says: 'Concurrent calls redeem a code once, and an aborted call cancels only itself.',
        provenBy: [
          'exchangeToken: concurrent calls redeem a code once',
          'exchangeToken: an aborted caller does not cancel the exchange for a later caller',
          'exchangeToken: an AbortSignal ends only its own call, also while %s is requested',
          'exchangeToken: an already aborted signal redeems no code',
        ],
      },
      {
        says: 'No code is lost to an unreachable key set.',
        provenBy: ['exchangeToken: no code is redeemed while the key set is unreachable'],
      },
      {
        says: 'A sign-in that was abandoned during the exchange stores no session.',
        provenBy: [
          'exchangeToken: a sign-in abandoned during the exchange stores no session',
          'SsoClient: a sign-in abandoned while it waits for the lock stores no session',
        ],
      },
      {
        says: 'A full storage keeps the previous session.',
        provenBy: ['exchangeToken: a full storage keeps the previous session intact'],
      },
    ],
  },
];

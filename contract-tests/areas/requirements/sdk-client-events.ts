import type { WrittenSection } from './section.ts';

/** What a developer relies on in tabs, storage, sign-out, events and keys of a session. */
export const sdkEventRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Client: two tabs',
    serves: ['sso-client:onChange'],
    rows: [
      {
        says: 'Two tabs send one refresh.',
        serves: ['sso-client:refreshAccessToken'],
        provenBy: [
          'SsoClient: two tabs that refresh at the same time use one refresh token and both get the new session',
          'SDK, two tabs: concurrent refreshes send one token request, and signing out affects both tabs',
          'refreshAccessToken: a refresh token already used by another tab does not end the session',
        ],
      },
      {
        says: 'A tab that waited sees what the other stored, and refreshes when the other failed.',
        serves: ['sso-client:refreshAccessToken'],
        provenBy: [
          'SsoClient: after another tab released the lock, its storage write is awaited',
          'SsoClient: when another tab failed to refresh, this tab refreshes',
        ],
      },
      {
        says: 'Private storage and browsers without Web Locks need no lock.',
        serves: ['sso-client:refreshAccessToken'],
        provenBy: ['SsoClient: no lock is requested for private storage or without Web Locks'],
      },
      {
        says: 'One approval signs both tabs in.',
        provenBy: ['SDK sign-in in two tabs: approving one signs both in'],
      },
      {
        says: 'Changes of the session reach every client of the storage and every tab.',
        provenBy: [
          'onChange: every client of one storage is notified until it unsubscribes',
          'onChange: another tab that changes the storage key %j notifies the listener %i times',
        ],
      },
      {
        says: 'A listener that throws stops no other listener and changes no result.',
        provenBy: ['onChange: an exception of one listener changes no result and stops no other listener'],
      },
    ],
  },
  {
    section: 'SDK / Client: blocked storage',
    serves: ['sso-client:createMemoryStorage'],
    rows: [
      {
        says: 'Where the browser denies storage, the session lasts until the reload.',
        provenBy: [
          'SDK sign-in: where the browser denies storage, the session lasts until the reload',
          'SsoClient: runs without a lock when the browser denies storage',
        ],
      },
      {
        says: 'A full storage fails visibly, and a retry with room succeeds.',
        provenBy: [
          'SDK sign-in: a full storage shows an error and stores no partial session, and a retry with space succeeds',
        ],
      },
    ],
  },
  {
    section: 'SDK / Client: user, logout, getters',
    serves: ['sso-client:verifyAuth'],
    rows: [
      {
        says: 'verifyAuth asks the provider who is signed in.',
        provenBy: [
          'verifyAuth: sends the access token to userinfo as Bearer',
          'verifyAuth: returns null without a session and sends nothing',
          'verifyAuth: a response without sub throws',
        ],
      },
      {
        says: 'verifyAuth refreshes once after a 401, and ends a revoked session.',
        provenBy: [
          'verifyAuth: refreshes after a 401 and repeats the request',
          'verifyAuth: returns null after a 401 without a refresh token',
          'verifyAuth: returns null and clears the storage when the authorization was revoked',
          'verifyAuth: returns null when the refreshed token is rejected too, after two requests',
        ],
      },
      {
        says: 'An outage of userinfo keeps the session.',
        provenBy: [
          'verifyAuth: a %i of userinfo keeps the session',
          'verifyAuth: an overloaded refresh after a 401 throws and keeps the session',
        ],
      },
      {
        says: 'userinfo of another subject logs out.',
        provenBy: ['verifyAuth: userinfo of another subject than the id_token logs out and throws'],
      },
      {
        says: 'A session that changes during verifyAuth is not mixed up.',
        provenBy: [
          'verifyAuth: a session that %s gets during the request is kept and verified instead',
          'verifyAuth: a late 401 does not use the refresh token of a different user',
          'verifyAuth: returns null when the session ends during the request',
        ],
      },
      {
        says: 'verifyAuth can be aborted.',
        provenBy: ['verifyAuth: an AbortSignal ends it while %s is requested'],
      },
      {
        says: 'logout deletes the session and a pending sign-in, and nothing else.',
        serves: ['sso-client:logout'],
        provenBy: [
          'logout: removes all token-storage keys and the three session-storage keys, and nothing else',
          'SsoClient logout: without options it is synchronous and sends nothing',
        ],
      },
      {
        says: 'logout({ revoke: true }) ends the session at the provider, after this device is signed out.',
        serves: ['sso-client:logout'],
        provenBy: [
          'SsoClient logout with revoke: sends the refresh token to the provider once this device is signed out',
          'SsoClient logout with revoke: an outage is a LogoutError and signs this device out all the same',
        ],
      },
      {
        says: 'Getters return what is stored; getAuthData re-checks only exp.',
        serves: ['sso-client:getAuthData'],
        provenBy: [
          'SsoClient getters: return the stored value or null',
          'getAuthData: re-checks only exp',
          'getAuthData: returns null for %s',
        ],
      },
    ],
  },
  {
    section: 'SDK / Client: errors, events, logger',
    serves: ['sso-client:onEvent'],
    rows: [
      {
        says: 'onError receives every error once.',
        provenBy: [
          'SsoClient onError: every error is reported once, also when several calls share it',
          'SsoClient onError: an aborted call is not an error',
        ],
      },
      {
        says: 'Events tell what happened to the session, in order.',
        provenBy: [
          'SsoClient onEvent: reports sign-in, refresh and sign-out in order, until it is unsubscribed',
          'SsoClient onEvent: a revoked session ends once',
        ],
      },
      {
        says: 'The logger has levels and never receives a token, code, link, state or verifier.',
        provenBy: [
          'SsoClient logger: lines have levels and contain no token, code, link, state or verifier, even when the provider repeats them',
        ],
      },
      {
        says: 'Callbacks that throw change no result.',
        provenBy: ['SsoClient callbacks: exceptions in onError, logger and listeners change no result'],
      },
    ],
  },
  {
    section: 'SDK / Client: tokens bound to a key',
    serves: ['sso-client:createDpopKeypair'],
    rows: [
      {
        says: 'The exchange carries a proof by the configured key.',
        provenBy: [
          'SsoClient with DPoP: the exchange carries a proof by the configured key for its method and address',
          'SsoClient with DPoP: tokens are bound to the key, refreshed with it and accepted by the forum',
        ],
      },
      {
        says: 'A Bearer response, and an id_token bound to another key, are rejected.',
        provenBy: [
          'SsoClient with DPoP: a Bearer token_type is rejected',
          'SsoClient with DPoP: an id_token bound to another key is rejected',
        ],
      },
      {
        says: 'A nonce challenge is answered once with a fresh proof.',
        provenBy: ['SsoClient with DPoP: after a nonce challenge the request is retried once with a fresh proof'],
      },
      {
        says: 'The private key cannot be exported.',
        provenBy: [
          'SsoClient with DPoP: a WebCrypto key pair signs and cannot be exported',
          'SDK createDpopKeypair: the private key is not extractable',
          'SDK with DPoP: the key is not extractable, the tokens are bound to it, and both survive a reload',
        ],
      },
      {
        says: 'Two tabs that create a key at the same time get the same one.',
        serves: ['dpop:loadDpopKeypair'],
        provenBy: ['SDK with DPoP: two concurrent key creations in one browser return the same key'],
      },
      {
        says: 'Missing WebCrypto, Ed25519 or IndexedDB is an error that says what to do.',
        provenBy: ['SDK DPoP keys: the error for missing WebCrypto, Ed25519 or IndexedDB says what to do'],
      },
      {
        says: 'verifyAuth is not for tokens that are bound to a key.',
        serves: ['sso-client:verifyAuth'],
        provenBy: [
          'verifyAuth: returns null with a DPoP key and no session',
          'verifyAuth: throws for tokens bound to a DPoP key',
        ],
      },
    ],
  },
];

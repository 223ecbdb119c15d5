import type { WrittenSection } from './section.ts';

/** What a developer relies on in messages between a mini app and its host. */
export const sdkBridgeRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Bridge: host and origin',
    serves: ['miniapp-bridge:createBridge'],
    rows: [
      {
        says: 'Without a usable host the bridge is unavailable, and a request fails at once.',
        provenBy: ['mini-app bridge: unavailable with %s'],
      },
      {
        says: 'On a server only a request fails.',
        provenBy: ['mini-app bridge: without a window (server) only a request fails'],
      },
      {
        says: 'A host that is injected after boot is found.',
        provenBy: ['mini-app bridge: a host object injected after boot is found'],
      },
      {
        says: 'The injected host takes precedence over the parent frame.',
        provenBy: ['mini-app bridge: the injected host object takes precedence over the parent frame'],
      },
      {
        says: 'In a frame messages go to hostOrigin only.',
        provenBy: ['mini-app bridge: in a frame with hostOrigin, messages are posted to that origin only'],
      },
      {
        says: 'Messages of the parent count from hostOrigin only.',
        provenBy: ['mini-app bridge: with hostOrigin %s a message of the parent from origin %s is accepted: %s'],
      },
      {
        says: 'Messages of other windows are ignored.',
        provenBy: ['mini-app bridge: a message from %s is ignored'],
      },
      {
        says: 'All callers of a page share one bridge.',
        serves: ['miniapp-bridge:getBridge'],
        provenBy: ['mini-app bridge: getBridge returns one bridge for all callers of a page'],
      },
    ],
  },
  {
    section: 'SDK / Bridge: versions and launch params',
    serves: ['miniapp-bridge:createBridge'],
    rows: [
      {
        says: 'A method is supported from its contract version on.',
        provenBy: ['mini-app bridge: %s under contract version %s is supported: %s'],
      },
      {
        says: 'Versions are compared by number, with pre-releases before their release; a malformed one supports nothing.',
        provenBy: ['mini-app contract version: %s is at least %s: %s'],
      },
      {
        says: 'Launch params have their types; others are undefined.',
        provenBy: ['mini-app bridge: window.__PLATFORM_%s__ becomes the launch param %s'],
      },
      {
        says: 'Launch params are read once at boot and frozen.',
        provenBy: ['mini-app launch params: read once at boot and frozen'],
      },
      {
        says: 'A start param of any script is unchanged.',
        provenBy: ['mini-app launch params: a 256-byte startParam of any script is unchanged'],
      },
    ],
  },
  {
    section: 'SDK / Bridge: messages',
    serves: ['miniapp-bridge:createBridge'],
    rows: [
      {
        says: 'A request is JSON with type, name and a payload with a random reqId.',
        provenBy: ['mini-app bridge: a permission request is JSON with type, name and a payload of reqId only'],
      },
      {
        says: 'Every permission status of the contract is a response; any other is an error.',
        provenBy: [
          'mini-app bridge: permission status %s is a valid response',
          'mini-app bridge: permission status %j is an error',
        ],
      },
      {
        says: 'A payment response is parsed; an unknown status is an error.',
        provenBy: [
          'mini-app bridge: payment payload %o is parsed as %o',
          'mini-app bridge: payment status %j is an error',
        ],
      },
      {
        says: 'A response without the reqId of the request, or without an object as payload, is ignored.',
        provenBy: ['mini-app bridge: a response with %s is ignored'],
      },
      {
        says: 'A message of another type, name or method is ignored.',
        provenBy: ['mini-app bridge: %s with the right reqId is ignored'],
      },
      {
        says: 'A message that is no JSON object is ignored.',
        provenBy: ['mini-app bridge: the message %j is ignored'],
      },
      {
        says: 'A response may be an object instead of JSON.',
        provenBy: ['mini-app bridge: a response may be an object instead of JSON'],
      },
      {
        says: 'Concurrent requests are matched by reqId in any order.',
        provenBy: ['mini-app bridge: concurrent requests are matched to responses by reqId in any order'],
      },
      {
        says: 'The first response settles a request, and its listener and timer go.',
        provenBy: [
          'mini-app bridge: the first response settles the request and removes its listener',
          'mini-app bridge: a response clears the timer',
        ],
      },
      {
        says: 'An exception of the host rejects the request with its cause.',
        provenBy: [
          'mini-app bridge: an exception of the host rejects the request with its cause and removes the listener',
        ],
      },
    ],
  },
  {
    section: 'SDK / Bridge: time',
    serves: ['miniapp-bridge:createBridge'],
    rows: [
      {
        says: 'A request has 30 seconds, or the timeout of the bridge or of the request.',
        provenBy: [
          'mini-app bridge: the default timeout is 30 seconds',
          'mini-app bridge: the default timeout of a bridge is configurable',
          'mini-app bridge: a request timeout of %i ms is applied',
        ],
      },
      {
        says: 'An impossible timeout sends nothing.',
        provenBy: ['mini-app bridge: a timeout of %s is rejected before anything is sent'],
      },
      {
        says: 'A response after the timeout is ignored.',
        provenBy: ['mini-app bridge: a response after the timeout is ignored'],
      },
      {
        says: 'A request can be aborted before and during its time.',
        provenBy: ['mini-app bridge: an AbortSignal rejects with its reason before and during a request'],
      },
      {
        says: 'The end of one request leaves the others pending.',
        provenBy: ['mini-app bridge: the timeout and the abort of one request leave the others pending'],
      },
    ],
  },
  {
    section: 'SDK / Bridge: events and errors',
    serves: ['miniapp-bridge:createBridge'],
    rows: [
      {
        says: 'Listeners receive an event until they unsubscribe.',
        provenBy: [
          'mini-app bridge: every listener of an event receives it until it unsubscribes',
          'mini-app bridge: one function registered twice has two independent subscriptions',
        ],
      },
      {
        says: 'A listener that throws keeps a message from no other listener or request.',
        provenBy: ['mini-app bridge: an exception of one listener keeps a message from no other listener or request'],
      },
      {
        says: 'Every error is a BridgeError with name and code.',
        serves: ['miniapp-bridge:BridgeError'],
        provenBy: ['mini-app bridge errors: %s is a BridgeError with the name %s and the code %s'],
      },
      {
        says: 'The mock bridge responds, records and emits like a host, with all checks of the real bridge.',
        serves: ['miniapp-bridge:createMockBridge'],
        provenBy: [
          'mini-app mock bridge: returns the configured response, immediately or later, and records sent messages',
          'mini-app mock bridge: rejects unsupported methods and malformed responses like the real bridge',
          'mini-app mock bridge: emits events of the host and messages of other windows',
        ],
      },
    ],
  },
];

import type { WrittenSection } from './section.ts';

/** What a developer relies on when a server verifies access tokens. */
export const sdkVerifierRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Verifiers: access tokens',
    serves: ['access-token:createAccessTokenVerifier'],
    rows: [
      {
        says: 'A Bearer or DPoP access token is verified on the own server.',
        provenBy: [
          'SDK access token verifier: a Bearer token yields user, application, scope and claims',
          'SDK access token verifier: a DPoP request also yields the thumbprint of its key',
          'SDK access token verifier: scope is empty for a token without scope',
        ],
      },
      {
        says: 'audience is required and names both choices.',
        provenBy: [
          'SDK access token verifier: a missing audience throws an error that names both choices',
          'SDK access token verifier: a missing issuer throws an error that names it',
        ],
      },
      {
        says: 'Tokens that were issued to another application are refused.',
        provenBy: [
          'SDK access token verifier: a token issued to another application is rejected',
          "SDK access token verifier: 'any-application' rejects a token that is for its application only",
        ],
      },
      {
        says: 'A key-bound token is refused under Bearer.',
        provenBy: ['RFC 9449 §7.2: the SDK access token verifier rejects a key-bound token under Bearer'],
      },
      {
        says: 'Refusals are typed by code.',
        provenBy: [
          'SDK access token verifier: a Bearer token with %o is rejected with %s',
          'SDK access token verifier: a DPoP request is rejected with $code',
        ],
      },
      {
        says: 'Refusals carry the challenge header; without credentials it names no error.',
        provenBy: ['RFC 6750 §3.1: with %s the challenge offers the schemes without an error'],
      },
      {
        says: 'Without a replay store only Bearer is accepted and offered.',
        provenBy: ['SDK access token verifier: without a replay store only Bearer is accepted and offered'],
      },
      {
        says: 'baseUrl replaces the host that a proxy passes on.',
        provenBy: ['SDK access token verifier: baseUrl replaces the host that a proxy passes on'],
      },
      {
        says: 'An unreachable key set is 503 with Retry-After, never 401.',
        provenBy: ['SDK access token verifier: an unreachable key set is 503 with Retry-After'],
      },
      {
        says: 'Without a resolver the key set of the issuer is fetched.',
        provenBy: ['SDK access token verifier: without a resolver it fetches the key set of the issuer'],
      },
      {
        says: 'A revoked session is refused within 5 seconds by status list.',
        provenBy: ['SDK verifier: refuses the token of a revoked session within 5 seconds'],
      },
      {
        says: 'A status list is fetched once for all requests of two seconds.',
        provenBy: ['SDK verifier: fetches a status list once for all tokens and requests of two seconds'],
      },
      {
        says: 'A status list that cannot be read counts for 60 seconds, then requests get 503.',
        provenBy: [
          'SDK verifier: a status list that cannot be fetched again is used up to 60 seconds after its fetch, then requests get 503 with Retry-After',
          'SDK verifier: a status list that was never read is 503, and one of another address makes a token malformed',
        ],
      },
      {
        says: 'Middleware for fetch, Express, Fastify and Next route handlers lets only valid tokens through.',
        serves: [
          'access-token:fetchAccessToken',
          'access-token:nextAccessToken',
          'access-token:expressAccessToken',
          'access-token:fastifyAccessToken',
        ],
        provenBy: [
          'SDK fetchAccessToken: only a request with a valid token reaches the handler',
          'SDK nextAccessToken: the handler receives request, caller and route context',
          'SDK expressAccessToken: only a request with a valid token reaches the handler',
          'SDK fastifyAccessToken: only a request with a valid token reaches the handler',
        ],
      },
      {
        says: 'callerOf throws for a request that no guard has verified.',
        serves: ['access-token:callerOf'],
        provenBy: ['SDK callerOf: throws for a request that no guard has verified'],
      },
    ],
  },
];

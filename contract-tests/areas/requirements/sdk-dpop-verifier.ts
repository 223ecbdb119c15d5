import type { WrittenSection } from './section.ts';

/** What a developer relies on when a server verifies DPoP requests. */
export const sdkDpopRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Verifiers: DPoP requests',
    serves: ['dpop:createRequestVerifier'],
    rows: [
      {
        says: 'createRequestVerifier requires audience, and accepts tokens of that application only.',
        provenBy: [
          'SDK verifier: the audience %j throws an error that names both choices',
          'SDK verifier: accepts only tokens issued to the application in audience',
          "SDK verifier: audience 'any-application' accepts tokens of every application whose aud includes the issuer",
        ],
      },
      {
        says: 'A valid request yields key, owner, client and checks.',
        provenBy: [
          'SDK verifier: a valid request yields key, owner, client and checks; its proof is accepted once',
          'SDK verifyRequest: verifies a request in one call',
          'SDK verifier: accepts a proof made by createDpopProof',
        ],
      },
      {
        says: 'Every defect of a request has its code, 401 and a challenge.',
        provenBy: [
          'SDK verifier: $code is rejected with 401, its code and a challenge',
          'SDK verifier: the table of defects has every error code, except those of nonces and status lists',
        ],
      },
      {
        says: 'Form: a proof is one well-formed JWT with typ, a supported alg, and no crit.',
        provenBy: [
          'RFC 9449 §4.3-2: %s instead of one well-formed JWT is rejected',
          'RFC 9449 §4.3-4: typ %j is rejected',
          'RFC 9449 §4.3-5: alg %j is rejected',
          'RFC 7515 §4.1.11: a DPoP proof with crit is rejected',
        ],
      },
      {
        says: 'jwk: the key is in the proof, public, and of a safe order.',
        provenBy: [
          'RFC 9449 §4.3-6: a jwk that is %s is rejected',
          'RFC 9449 §4.3-6: the header member %s does not replace jwk',
          'DPoP proof: the small-order key %s is rejected with any signature',
        ],
      },
      {
        says: 'A proof with any changed character is rejected.',
        provenBy: ['DPoP proof: a proof with any character changed is rejected'],
      },
      {
        says: 'htm: the method is compared exactly.',
        provenBy: ['RFC 9449 §4.3-8: htm %j is rejected for POST'],
      },
      {
        says: 'htu: addresses are compared after normalization, without query and fragment.',
        provenBy: [
          'RFC 9449 §4.3-9: htu %s equals the request address after normalization',
          'RFC 9449 §4.3-9: htu %j is rejected',
        ],
      },
      {
        says: 'htu: baseUrl is the public address; Host and X-Forwarded headers are ignored.',
        provenBy: [
          'SDK verifier: with baseUrl %s the address %s is accepted: %s',
          'SDK verifier: X-Forwarded headers and Host are ignored',
        ],
      },
      {
        says: 'iat: a proof counts within its window, which maxAge sets.',
        provenBy: [
          'RFC 9449 §11.1: a proof with an iat %d seconds from now: %s',
          'RFC 9449 §4.3-11: an iat that is %s is rejected',
          'RFC 9449 §11.1: maxAge sets the accepted window',
        ],
      },
      {
        says: 'clockSkew has limits.',
        provenBy: ['SDK verifier: a clockSkew of %s is rejected'],
      },
      {
        says: 'A clock that is corrected makes no used proof usable again.',
        provenBy: [
          'clock step: with a clock two minutes %s, proofs are rejected with a reason, and used proofs stay used after the correction',
        ],
      },
      {
        says: 'jti: it has 1 to 256 characters and is accepted once, also of concurrent requests.',
        provenBy: [
          'RFC 9449 §4.2: a jti that is %s: %s',
          'RFC 9449 §11.1: the SDK verifier accepts exactly one of many concurrent requests with the same proof',
        ],
      },
      {
        says: 'A rejected request does not consume its proof.',
        provenBy: ['SDK verifier: a rejected request does not consume its proof'],
      },
      {
        says: 'nonce: the newest is issued, every current one is accepted.',
        provenBy: [
          'RFC 9449 §9: the SDK verifier demands a nonce, issues the newest and accepts every current one',
          'RFC 9449 §8: only a currently accepted nonce passes',
        ],
      },
      {
        says: 'ath: a proof belongs to its access token.',
        provenBy: [
          'RFC 9449 §4.3-12: a proof without ath is rejected',
          'DPoP request: one defect is rejected with $code',
        ],
      },
      {
        says: 'jkt: the token is bound to the key of the proof.',
        provenBy: ['RFC 9449 §6.1: cnf %j is rejected'],
      },
      {
        says: 'Two DPoP or Authorization headers are rejected.',
        provenBy: ['RFC 9449 §4.3-1: the SDK verifier rejects two DPoP headers and two Authorization headers'],
      },
      {
        says: 'An unreachable key set, replay store or nonce source is 503, never 401.',
        provenBy: [
          'SDK verifier: an unreachable key set, replay store or nonce source is 503 with Retry-After, never 401',
          'DPoP request: an unreachable key set does not consume the proof',
        ],
      },
      {
        says: 'Without a resolver the verifier fetches the key set of the issuer.',
        provenBy: ['SDK verifier: without a resolver it fetches the key set of the issuer'],
      },
      {
        says: 'The challenge can name the resource metadata.',
        provenBy: [
          'RFC 9728 §5.1: the SDK verifier names the resource metadata and the scope of its options in the challenge',
        ],
      },
      {
        says: 'No message contains the token or the proof.',
        provenBy: ['DPoP request: no error message contains the token or the proof'],
      },
      {
        says: 'The verifier agrees with the forum.',
        provenBy: ['SDK verifier: agrees with the forum on tokens of the provider'],
      },
      {
        says: 'Adapters for fetch, Express and Fastify let only verified requests through.',
        serves: ['dpop:fetchDpop', 'dpop:expressDpop', 'dpop:fastifyDpop'],
        provenBy: [
          'SDK fetchDpop: a verified request reaches the handler with its agent, a rejected one gets the challenge',
          'SDK expressDpop: a verified request reaches the handler, a rejected one gets the challenge (Express and node:http)',
          'SDK fastifyDpop: a verified request reaches the handler, a rejected one gets the challenge',
          'SDK fetchDpop: responds 503 when the replay store is unavailable',
        ],
      },
      {
        says: 'Express: the proof is checked against originalUrl, and exceptions go to the error handler.',
        serves: ['dpop:expressDpop'],
        provenBy: [
          'SDK expressDpop: the proof is checked against originalUrl, and an exception goes to the error handler',
        ],
      },
      {
        says: 'agentOf throws for a request that no adapter has verified.',
        serves: ['dpop:agentOf'],
        provenBy: ['SDK agentOf: throws for a request that no adapter has verified'],
      },
    ],
  },
];

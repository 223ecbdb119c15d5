import type { WrittenSection } from './section.ts';

/** What a developer relies on in proofs, replay stores and id_tokens. */
export const sdkProofRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Verifiers: proofs and replay stores',
    serves: ['dpop:createDpopProof'],
    rows: [
      {
        says: 'Created proofs are valid, with a fresh jti each.',
        provenBy: [
          'SDK createDpopProof: %s makes proofs that RFC 9449 §4.3 accepts',
          'SDK createDpopProof: every proof has a fresh jti unless one is given',
        ],
      },
      {
        says: 'Replay stores accept a pair of key and jti once, whatever its characters.',
        serves: ['dpop:createMemoryReplayStore', 'dpop:createKyselyReplayStore', 'dpop:createRedisReplayStore'],
        provenBy: [
          'SDK replay store: a (key, jti) pair is accepted once; another key may use the same jti',
          'SDK replay store: exactly one of many concurrent calls with the same pair succeeds',
          'SDK replay store: the jti %j is accepted once',
        ],
      },
      {
        says: 'A full memory store rejects new proofs instead of forgetting old ones.',
        serves: ['dpop:createMemoryReplayStore'],
        provenBy: [
          'SDK memory replay store: a full store rejects new proofs until five minutes after a stored proof expired',
        ],
      },
      {
        says: 'The database store deletes only what cannot be replayed.',
        serves: ['dpop:createKyselyReplayStore'],
        provenBy: [
          'SDK Kysely replay store: deleteExpired deletes proofs that expired at least five minutes ago and no others',
        ],
      },
      {
        says: 'The Redis store accepts one of concurrent uses over several connections.',
        serves: ['dpop:createRedisReplayStore'],
        provenBy: [
          'SDK Redis replay store: sends one SET NX that expires five minutes after the proof; any reply but OK is a replay',
          'SDK Redis replay store: exactly one of fifty concurrent uses over two connections is accepted',
        ],
      },
    ],
  },
  {
    section: 'SDK / Verifiers: id_tokens',
    serves: ['sso-client:createIdTokenVerifier'],
    rows: [
      {
        says: 'A valid id_token yields its claims; any failure is null with a reason for onRefused.',
        provenBy: [
          'ID token verifier: a valid id_token yields its claims',
          'ID token verifier: without onRefused a rejection is null',
          'ID token verifier: an exception in onRefused is ignored',
        ],
      },
      {
        says: 'iss, aud, azp and sub are checked; further audiences only when they are trusted.',
        provenBy: ['ID token verifier: %s is rejected with %s'],
      },
      {
        says: 'exp, nbf and iat are checked within the clock skew.',
        provenBy: [
          'ID token verifier: %s %i s from now with %o is accepted: %s (default skew 30 s)',
          'ID token verifier: times %o are rejected',
        ],
      },
      {
        says: 'The nonce is compared with the one that was sent.',
        provenBy: ['ID token verifier: nonce with %s is compared with the sent one'],
      },
      {
        says: 'An expected key must equal cnf.jkt.',
        provenBy: ['ID token verifier: an expected key must equal cnf.jkt'],
      },
      {
        says: 'alg, typ and kid are checked.',
        provenBy: ['ID token verifier: a header with %s is rejected'],
      },
      {
        says: 'A text that is no JWT, or a changed payload, is rejected.',
        provenBy: ['ID token verifier: %j is rejected', 'ID token verifier: a changed payload is rejected'],
      },
      {
        says: 'An unreachable key set is told apart from an invalid token.',
        provenBy: ['ID token verifier: an unreachable key set yields null and the reason unavailable'],
      },
      {
        says: 'The key set is fetched once, and again for a rotated key.',
        provenBy: ['ID token verifier: the key set is fetched once and again for a rotated key'],
      },
    ],
  },
];

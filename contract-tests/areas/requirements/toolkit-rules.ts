import type { WrittenSection } from './section.ts';

/** Area B of the interface document: authentication, errors, limits and versions. */
export const toolkitRuleRequirements: readonly WrittenSection[] = [
  {
    section: 'Authentication',
    serves: ['agent-id-core bind', 'agent-id-auth header', 'agent-id-auth call'],
    rows: [
      {
        says: 'B | the owner signs in through A with DPoP; the agent key is bound to the owner by cnf.jkt equal to the agent key thumbprint in the id_token; requests to services use Authorization: DPoP <ACCESS_TOKEN> plus a fresh DPoP: <proof>',
        provenBy: [
          'core bind: an approved sign-in becomes a DPoP-bound session',
          'auth header: each proof is new and bound to the method and URL',
        ],
      },
    ],
  },
  {
    section: 'Errors / Agent toolkit errors (stdout JSON {ok: false, error}, non-zero exit)',
    rows: [
      {
        says: 'No provider address | set the flag, the environment variable or default-provider.txt',
        serves: ['agent-id-core bootstrap', 'agent-id-core auth', 'agent-id-core setup-owner-session'],
        provenBy: ['No provider address | set the flag, the environment variable or default-provider.txt'],
      },
      {
        says: 'No pending auth found | run auth first',
        serves: ['agent-id-core bind'],
        provenBy: ['No pending auth found | run auth first'],
      },
      {
        says: 'No agent keypair | run bootstrap or init',
        serves: ['agent-id-core sign', 'agent-id-git setup'],
        provenBy: ['No agent keypair | run bootstrap or init'],
      },
      {
        says: 'No owner session / Session is not DPoP-bound | run core auth then bind',
        serves: ['agent-id-git commit'],
        provenBy: [
          'No owner session / Session is not DPoP-bound | run core auth then bind',
          'Session is not DPoP-bound | run core auth then bind',
        ],
      },
      {
        says: 'Session refresh failed (authorization revoked) | run bootstrap again',
        serves: ['agent-id-core refresh'],
        provenBy: ['Session refresh failed (authorization revoked) | run bootstrap again'],
      },
      {
        says: 'No bound session with access_token | run bootstrap or bind before signed calls',
        serves: ['agent-id-auth header', 'agent-id-auth call'],
        provenBy: ['No bound session with access_token | run bootstrap or bind before signed calls'],
      },
      {
        says: 'No credential stored for <service> | store it first',
        serves: ['agent-id-vault get', 'agent-id-vault remove'],
        provenBy: [
          'remove | ok, service; a missing service fails with ok false and the message No credential stored for <service>',
        ],
      },
      {
        says: 'The live message for a missing DPoP-bound session in git commit names a retired setup executable; it means the core executable.',
        serves: ['agent-id-git commit'],
        provenBy: [
          'No owner session / Session is not DPoP-bound | run core auth then bind',
          'Session is not DPoP-bound | run core auth then bind',
        ],
      },
    ],
  },
  {
    section: 'Limits',
    serves: ['agent-id-core bind'],
    rows: [
      {
        says: 'bind timeout and poll interval | 300 s and 3000 ms defaults | B bind',
        provenBy: [
          'core bind: without --timeout-sec and --poll-interval-ms it polls every 3000 ms for 300 s',
          '$name: commands, flags and defaults are those of the interface document',
        ],
      },
    ],
  },
  {
    section: 'Versioning',
    rows: [
      {
        says: 'the bundle format is version 3 (version field 3);',
        serves: ['agent-id-git commit', 'agent-id-git verify'],
        provenBy: [
          'git commit: the note is a v3 bundle, base64url JSON of version, id_token and agent_jwk',
          'git verify: a bundle with %s is refused',
        ],
      },
      {
        says: 'owner sessions from before the DPoP cutover at 3.0.0 lack cnf and are rejected;',
        serves: ['agent-id-core refresh'],
        provenBy: ['core refresh: a missing session and a session not bound to the key are refused'],
      },
      {
        says: 'commits without the Agent-ID-JKT trailer are unsupported.',
        serves: ['agent-id-git verify'],
        provenBy: ['git verify: a commit without agent trailers is unsupported'],
      },
      {
        says: 'The toolkit omission of three output fields is recorded against toolkit version 4.0.0.',
        serves: ['agent-id-core bootstrap', 'agent-id-core setup-owner-session'],
        provenBy: [
          'bootstrap | when already bootstrapped output ok, alreadyBootstrapped (true), jkt, ownerSub, providerAddress, stateDir. The fields fingerprint, ownerSessionSub, bindingId are omitted',
        ],
      },
    ],
  },
];

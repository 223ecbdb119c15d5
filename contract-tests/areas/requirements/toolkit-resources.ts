import type { WrittenSection } from './section.ts';

/** Area B of the interface document: what it is, its resources and their states. */
export const toolkitResourceRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'],
    rows: [
      {
        says: 'Agent identity toolkit. Four executables, one per plugin: core (bootstrap, lifecycle, sign / verify / export), git (SSH-signed commits with provenance trailers), vault (encrypted credential storage), auth (DPoP-signed calls to services that accept agent identity).',
        provenBy: ['$name: commands, flags and defaults are those of the interface document'],
      },
      {
        says: 'A local state directory holds the agent Ed25519 keypair, the owner session, a hash-chained audit trail and the vault.',
        provenBy: [
          'Directories are created with mode 0700; private files with mode 0600.',
          'init | none | generates the Ed25519 keypair, idempotent; output ok, fingerprint, publicKeyPem, stateDir',
        ],
      },
      {
        says: 'The agent key is bound to a human owner through a sign-in performed with DPoP.',
        serves: ['agent-id-core bind'],
        provenBy: ['core bind: an approved sign-in becomes a DPoP-bound session'],
      },
    ],
  },
  {
    section: 'Resources and their fields / Agent identity resources',
    serves: ['agent-id-core'],
    rows: [
      {
        says: 'State directory: holds the Ed25519 agent keypair, the owner session, pending authorization state, the audit trail, the vault, and (after git setup) the files ssh/agent-id, ssh/agent-id.pub, ssh/allowed_signers.',
        serves: ['agent-id-core', 'agent-id-git setup'],
        provenBy: [
          'git setup: writes private key, public key and allowed signers, and prints the owner of a bound agent',
          'Directories are created with mode 0700; private files with mode 0600.',
        ],
      },
      {
        says: 'Directories are created with mode 0700; private files with mode 0600.',
        provenBy: [
          'Directories are created with mode 0700; private files with mode 0600.',
          'state files: directories have mode 0700 and files 0600 under any umask',
        ],
      },
      {
        says: 'Provider address: a string, resolved by the order given under Endpoints B.',
        serves: ['agent-id-core bootstrap', 'agent-id-core auth', 'agent-id-core setup-owner-session'],
        provenBy: ['provider address: the flag precedes the environment, which precedes default-provider.txt'],
      },
      {
        says: 'Audit entry (created by sign): operationId, seq (integer, increasing), nonce (integer), agentId (default main), type, action, payload (JSON), meta (optional JSON), signature, envelope hash.',
        serves: ['agent-id-core sign'],
        provenBy: [
          'core sign: prints exactly the documented members',
          'core sign: seq counts globally and nonce per agent id, both from 1',
        ],
      },
      {
        says: 'Entries are hash-chained.',
        serves: ['agent-id-core sign'],
        provenBy: ['core sign: prevHash of each entry is the envelopeHash of the previous entry'],
      },
      {
        says: 'Owner session: holds the access_token, id_token and refresh_token obtained by bind; it is DPoP-bound when the id_token carries cnf.jkt equal to the thumbprint (RFC 7638) of the agent public key.',
        serves: ['agent-id-core bind'],
        provenBy: [
          'core bind: an approved sign-in becomes a DPoP-bound session',
          'core refresh: a missing session and a session not bound to the key are refused',
        ],
      },
      {
        says: 'v3 bundle: base64url-encoded JSON with version (the number 3), id_token, agent_jwk. It is attached as a git note on refs/notes/agent-id.',
        serves: ['agent-id-git commit'],
        provenBy: ['git commit: the note is a v3 bundle, base64url JSON of version, id_token and agent_jwk'],
      },
      {
        says: 'Commit trailers: Agent-ID-JKT, Agent-ID-Owner, Co-Authored-By.',
        serves: ['agent-id-git commit'],
        provenBy: ['git commit: is signed with one of each trailer, the agent as committer and the configured author'],
      },
      {
        says: 'Vault record: service (file-name sanitized), type (free-form tag, default api-key; conventional values api-key, password, oauth, bearer, custom), credential (secret), url (nullable), username (nullable), createdAt, updatedAt (Unix seconds).',
        serves: ['agent-id-vault store', 'agent-id-vault get', 'agent-id-vault list'],
        provenBy: [
          'vault: store, get, list and remove print exactly the documented members',
          'vault store: services with similar names get separate files',
        ],
      },
      {
        says: 'Records are encrypted with AES-256-GCM under a key derived with HKDF-SHA256 from the agent private key, so they are readable only with that key.',
        serves: ['agent-id-vault store', 'agent-id-vault get'],
        provenBy: [
          'vault get: a record is readable only with the key that stored it',
          'vault store: the credential is not on disk in plain text',
        ],
      },
      {
        says: 'Service manifest: JSON document at /.well-known/platform-agent-id.json, version v2, declaring the auth header name, the scheme (DPoP), the API base, an api.operations[] list and api.specUrl.',
        serves: ['forum.getManifest', 'agent-id-auth discover'],
        provenBy: [
          'forum getManifest: version 2, at most 8192 bytes, with the address of the service',
          'forum getManifest: a client that knows only the manifest can call all its operations',
        ],
      },
      {
        says: 'Support signal: an HTML meta tag named platform-agent-id whose content is a version string (v1).',
        serves: ['agent-id-auth support'],
        provenBy: [
          'forum page: announces agent support, has no script and loads nothing from other origins',
          'support | output ok, supported, version; supported false with version null when the meta tag is absent',
        ],
      },
    ],
  },
  {
    section: 'States and transitions',
    rows: [
      {
        says: 'no identity | core init | none | initialized (key exists) | outputs fingerprint; running again loads the existing key',
        serves: ['agent-id-core init'],
        provenBy: [
          'init | none | generates the Ed25519 keypair, idempotent; output ok, fingerprint, publicKeyPem, stateDir',
        ],
      },
      {
        says: 'initialized | core auth | provider address resolved | pending authorization | pending auth state persisted',
        serves: ['agent-id-core auth'],
        provenBy: ['core auth: prints link, QR code and expiry, and stores the sign-in for bind'],
      },
      {
        says: 'pending authorization | core bind | approval received within timeout, id_token verified | bound | owner session persisted',
        serves: ['agent-id-core bind'],
        provenBy: ['core bind: an approved sign-in becomes a DPoP-bound session'],
      },
      {
        says: 'bound | core setup-owner-session | none | initialized, owner session cleared | keypair kept; old owner-binding.json removed',
        serves: ['agent-id-core setup-owner-session'],
        provenBy: ['core setup-owner-session: returns to initialized and keeps key and audit trail'],
      },
      {
        says: 'bound | core refresh | authorization not revoked | bound | tokens replaced, id_token re-verified',
        serves: ['agent-id-core refresh'],
        provenBy: ['core refresh: tokens are replaced, owner and key stay'],
      },
      {
        says: 'bound | core refresh | authorization revoked | bound (unchanged) | fails with ok false',
        serves: ['agent-id-core refresh'],
        provenBy: ['core refresh: a revoked authorization names bootstrap and leaves the session unchanged'],
      },
      {
        says: 'A session is DPoP-bound only when the id_token carries cnf.jkt equal to the agent key thumbprint.',
        serves: ['agent-id-core bind', 'agent-id-core refresh'],
        provenBy: [
          'core refresh: a missing session and a session not bound to the key are refused',
          'core bind: an id_token with %s is refused and nothing is stored',
        ],
      },
    ],
  },
];

import type { WrittenSection } from './section.ts';

/** Area B of the interface document: its commands. */
export const toolkitCommandRequirements: readonly WrittenSection[] = [
  {
    section: 'Endpoints / Agent identity toolkit',
    serves: ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'],
    rows: [
      {
        says: 'Invocation: node <plugin_dir>/bin/cli.mjs <command> [flags].',
        provenBy: ['With no command, help, --help or -h, usage is printed: %s'],
      },
      {
        says: 'Plugins: agent-id-core, agent-id-git, agent-id-vault, agent-id-auth. There is no aggregate executable.',
        provenBy: ['$name: commands, flags and defaults are those of the interface document'],
      },
      {
        says: 'With no command, help, --help or -h, usage is printed.',
        provenBy: ['With no command, help, --help or -h, usage is printed: %s'],
      },
      {
        says: 'Structured JSON goes to stdout; progress text goes to stderr.',
        provenBy: [
          'core bootstrap: shows link and QR code on stderr before it waits, and does nothing when bound',
          'command line: results are JSON with two-space indent, and ok false exits 1',
        ],
      },
      'Failures print {ok: false, error: <message>} on stdout and exit non-zero.',
      {
        says: 'Common flag (all commands): --state-dir <path> (string). Resolution order: the flag, then environment variable AGENT_ID_STATE_DIR, then ~/.agent-id; the path is made absolute.',
        provenBy: ['state directory: resolved from %s'],
      },
      {
        says: 'Provider address resolution (bootstrap, auth, setup-owner-session): flag --provider-address, then environment variable PLATFORM_PROVIDER_ADDRESS, then a file default-provider.txt next to the executable.',
        serves: ['agent-id-core bootstrap', 'agent-id-core auth', 'agent-id-core setup-owner-session'],
        provenBy: ['provider address: the flag precedes the environment, which precedes default-provider.txt'],
      },
    ],
  },
  {
    section: 'Endpoints / Agent identity toolkit / agent-id-core',
    rows: [
      {
        says: 'bootstrap | --provider-address (string) | runs init, auth, bind in sequence; blocks up to 300 s; output ok, providerAddress, stateDir; when already bootstrapped output ok, alreadyBootstrapped (true), jkt, ownerSub, providerAddress, stateDir. The fields fingerprint, ownerSessionSub, bindingId are omitted from the output. Git signing is not part of bootstrap',
        serves: ['agent-id-core bootstrap'],
        provenBy: [
          'bootstrap | runs init, auth, bind in sequence; blocks up to 300 s; output ok, providerAddress, stateDir',
          'bootstrap | when already bootstrapped output ok, alreadyBootstrapped (true), jkt, ownerSub, providerAddress, stateDir. The fields fingerprint, ownerSessionSub, bindingId are omitted',
          'core bootstrap: shows link and QR code on stderr before it waits, and does nothing when bound',
        ],
      },
      {
        says: 'init | none | generates the Ed25519 keypair, idempotent; output ok, fingerprint, publicKeyPem, stateDir',
        serves: ['agent-id-core init'],
        provenBy: [
          'init | none | generates the Ed25519 keypair, idempotent; output ok, fingerprint, publicKeyPem, stateDir',
        ],
      },
      {
        says: 'auth | --provider-address (string, required); --sso-url (string, default {sso_base_url}); --oidc-origin (string, default http://localhost; falls back to it when rejected) | runs init if no key; advertises the key thumbprint as dpop_jkt on authorize; persists pending auth state; output ok, deepLink, qrCode (ASCII), pollingCode, expiredAt (Unix seconds), message',
        serves: ['agent-id-core auth'],
        provenBy: [
          'auth | output ok, deepLink, qrCode (ASCII), pollingCode, expiredAt (Unix seconds), message',
          'core auth: a refused origin is retried once with the default',
        ],
      },
      {
        says: 'bind | --timeout-sec (number, 300); --poll-interval-ms (number, 3000) | needs pending auth state; polls, exchanges the code with a DPoP proof, verifies id_token including cnf.jkt and nonce, persists owner session; output ok, ownerSub, issuer, providerAddress, jkt',
        serves: ['agent-id-core bind'],
        provenBy: [
          'bind | needs pending auth state; polls, exchanges the code with a DPoP proof, verifies id_token including cnf.jkt and nonce, persists owner session; output ok, ownerSub, issuer, providerAddress, jkt',
          'core bind: a timeout keeps the sign-in for the next bind',
          'core bind: without --timeout-sec and --poll-interval-ms it polls every 3000 ms for 300 s',
        ],
      },
      {
        says: 'setup-owner-session | --provider-address (string, resolved); --verbose (boolean, false; extra progress on stderr) | clears owner session and pending auth state, keeps the keypair, removes stale owner-binding.json; output ok, rebound (true), providerAddress, stateDir; same omitted fields as bootstrap',
        serves: ['agent-id-core setup-owner-session'],
        provenBy: [
          'setup-owner-session | clears owner session and pending auth state, keeps the keypair, removes stale owner-binding.json; output ok, rebound (true), providerAddress, stateDir',
        ],
      },
      {
        says: 'refresh | none | refreshes access_token, id_token and a rotated refresh_token without human action; re-verifies cnf.jkt and sub; output ok, refreshedAt, ownerSessionSub, providerAddress; revoked authorization yields ok false directing to bootstrap',
        serves: ['agent-id-core refresh'],
        provenBy: [
          'refresh | none | refreshes access_token, id_token and a rotated refresh_token without human action; output ok, refreshedAt, ownerSessionSub, providerAddress',
          'core refresh: an id_token of another owner is refused',
        ],
      },
      {
        says: 'status | none | no identity: ok, initialized false, bound false, stateDir; otherwise ok, initialized, bound, dpopBound, jkt, ownerSub, providerAddress, issuer, nextSeq, nonceAgents, stateDir',
        serves: ['agent-id-core status'],
        provenBy: ['status | none | no identity: ok, initialized false, bound false, stateDir'],
      },
      {
        says: 'sign | --type (string, required); --action (string, required); --payload (JSON string, required); --agent-id (string, main); --meta (JSON string, optional) | appends to the audit trail; output ok, operationId, seq, nonce, agentId, signatureShort, envelopeHashShort',
        serves: ['agent-id-core sign'],
        provenBy: [
          'sign | appends to the audit trail; output ok, operationId, seq, nonce, agentId, signatureShort, envelopeHashShort',
          'core sign: %s is refused and nothing is appended',
        ],
      },
      {
        says: 'verify | none | chain-integrity check of the audit trail; prints the result as JSON (its field shape: not shown); exit code 1 when ok is false',
        serves: ['agent-id-core verify'],
        provenBy: [
          'verify | none | chain-integrity check of the audit trail; prints the result as JSON; exit code 1 when ok is false',
          'core verify: a change of %s is found in every line',
        ],
      },
      {
        says: 'export-proof | none | output exportedAt, stateDir, ownerSession, operations (array: the complete audit trail), as indented JSON',
        serves: ['agent-id-core export-proof'],
        provenBy: [
          'export-proof | none | output exportedAt, stateDir, ownerSession, operations (array: the complete audit trail), as indented JSON',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Agent identity toolkit / agent-id-git',
    rows: [
      {
        says: 'setup | none | requires an agent keypair; writes ssh/agent-id, ssh/agent-id.pub, ssh/allowed_signers under the state directory; committer identity derived from the thumbprint as agent-<jkt>@agent-id.local; no --email, --name, --global flag; does not run git config; output ok, privateKeyPath, publicKeyPath, allowedSignersPath, sshPublicKey, jkt, ownerSub (only when a bound owner session exists)',
        serves: ['agent-id-git setup'],
        provenBy: [
          'setup | output ok, privateKeyPath, publicKeyPath, allowedSignersPath, sshPublicKey, jkt, ownerSub (only when a bound owner session exists)',
          'git setup: without a keypair the error names agent-id-core init, and --email is an unknown flag',
        ],
      },
      {
        says: 'commit | --message (string, required; alias -m); --push (boolean, false); --remote (string, origin); --allow-empty (boolean, false) | requires a DPoP-bound owner session, else refuses and points to core auth and core bind; creates an SSH-signed commit with trailers Agent-ID-JKT, Agent-ID-Owner, Co-Authored-By; logs to the audit trail; attaches a v3 bundle as a note on refs/notes/agent-id; with --push pushes commit and note; output ok, commitHash, signed, jkt, proofAttached, pushed, notesPushed, auditSeq and signatureShort (the last two only when the audit entry was logged)',
        serves: ['agent-id-git commit'],
        provenBy: [
          'commit | output ok, commitHash, signed, jkt, proofAttached, pushed, notesPushed, auditSeq and signatureShort',
          'git commit --push: commit and proof reach a branch without upstream, and a clone verifies them',
          'git commit: without a bound session the error names auth and bind',
        ],
      },
      {
        says: 'verify | --commit (string, HEAD); --sso-url (string, default taken from the bundle) | reads the bundle from refs/notes/agent-id; checks trailers agree with the bundle; validates the SSH signature against agent_jwk; chain SSH signature, agent_jwk, cnf.jkt-bound id_token, provider RS256 signature; exp and aud are not checked; commits without the Agent-ID-JKT trailer are unsupported; output ok, commit, jkt, ownerSub, issuer, aud, iat, summary',
        serves: ['agent-id-git verify'],
        provenBy: [
          'verify | output ok, commit, jkt, ownerSub, issuer, aud, iat, summary',
          'git verify: exp and aud of the id_token are not checked',
          'git verify: a commit is refused when %s',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Agent identity toolkit / agent-id-vault',
    rows: [
      {
        says: 'agent-id-vault (credential source precedence for store: --credential-file, then --credential-env, then stdin, then --credential)',
        serves: ['agent-id-vault store'],
        provenBy: ['vault store: file takes precedence over environment, then stdin, then --credential'],
      },
      {
        says: 'store | --service (string, required); --type (string, api-key); --credential-file (path); --credential-env (variable name); --credential (value); --username (string); --url (string) | ok, service, type, updated (true when an existing record was overwritten)',
        serves: ['agent-id-vault store'],
        provenBy: ['store | ok, service, type, updated (true when an existing record was overwritten)'],
      },
      {
        says: 'get | --service (required) | ok, service, type, credential, url, username (url and username always present, null when unset)',
        serves: ['agent-id-vault get'],
        provenBy: [
          'get | ok, service, type, credential, url, username (url and username always present, null when unset)',
        ],
      },
      {
        says: 'list | none | ok, credentials: array of {service, type, url, username, createdAt, updatedAt}; never decrypts; empty vault gives an empty array',
        serves: ['agent-id-vault list'],
        provenBy: [
          'list | none | ok, credentials: array of {service, type, url, username, createdAt, updatedAt}; never decrypts; empty vault gives an empty array',
          'vault list: never decrypts, and omits a file that is not a record with a warning',
        ],
      },
      {
        says: 'remove | --service (required) | ok, service; a missing service fails with ok false and the message No credential stored for <service>',
        serves: ['agent-id-vault remove'],
        provenBy: [
          'remove | ok, service; a missing service fails with ok false and the message No credential stored for <service>',
        ],
      },
    ],
  },
  {
    section: 'Endpoints / Agent identity toolkit / agent-id-auth',
    serves: ['agent-id-auth header', 'agent-id-auth call'],
    rows: [
      {
        says: 'agent-id-auth (requires a bound session with an access_token;',
        provenBy: ['No bound session with access_token | run bootstrap or bind before signed calls'],
      },
      {
        says: 'a transparent session refresh is attempted before signing;',
        provenBy: ['auth call: an access token about to expire is refreshed once for all processes'],
      },
      {
        says: 'each DPoP proof is single-use and bound to one method and URL)',
        provenBy: [
          'header | JSON ok, authorization (DPoP <access_token>), dpop (proof), method, url; with --raw two lines',
        ],
      },
      {
        says: 'header | --url (required); --method (default GET); --raw (boolean, false) | JSON ok, authorization (DPoP <access_token>), dpop (proof), method, url; with --raw two lines: Authorization: DPoP <ACCESS_TOKEN> and DPoP: <proof>',
        serves: ['agent-id-auth header'],
        provenBy: [
          'header | JSON ok, authorization (DPoP <access_token>), dpop (proof), method, url; with --raw two lines',
        ],
      },
      {
        says: 'call | --url (required); --method (default GET; uppercased; letters only); --body (string); --body-file (path); --content-type (default application/json; sent when a body exists) | sends one signed request; output ok (mirrors the HTTP response success), status, method, url, contentType, body (parsed JSON for application/json, otherwise raw text)',
        serves: ['agent-id-auth call'],
        provenBy: [
          'call | sends one signed request; output ok (mirrors the HTTP response success), status, method, url, contentType, body',
          'auth call: a body from --body or --body-file is sent as JSON by default',
        ],
      },
      {
        says: 'discover | --url (required; alias --service); --allow-insecure (boolean, false; permits http); --timeout-ms (number) | fetches and validates /.well-known/platform-agent-id.json; output ok, manifestUrl, allowedHost, manifest',
        serves: ['agent-id-auth discover'],
        provenBy: [
          'discover | fetches and validates /.well-known/platform-agent-id.json; output ok, manifestUrl, allowedHost, manifest',
          'auth discover: http is refused except on loopback or with --allow-insecure',
        ],
      },
      {
        says: "capabilities | --url (required; alias --service); --allow-insecure; --timeout-ms | prints the manifest's api.operations[] as markdown text on stdout, not JSON; its exact layout: not shown",
        serves: ['agent-id-auth capabilities'],
        provenBy: ["capabilities | prints the manifest's api.operations[] as markdown text on stdout, not JSON"],
      },
      {
        says: 'support | --url (required); --allow-insecure; --timeout-ms | output ok, supported, version; supported false with version null when the meta tag is absent or its content is not a recognized version',
        serves: ['agent-id-auth support'],
        provenBy: [
          'support | output ok, supported, version; supported false with version null when the meta tag is absent',
        ],
      },
      {
        says: 'Requests made by header and call carry Authorization: DPoP <ACCESS_TOKEN> and a fresh DPoP: <proof> header; the proof binds htm (method) and htu (URL).',
        provenBy: ['auth header: each proof is new and bound to the method and URL'],
      },
    ],
  },
];

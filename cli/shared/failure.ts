/** Every failure of the toolkit: stable code, meaning and remedy. */
export const failureCodes = {
  // The command line
  unknown_command: 'The command does not exist; the message lists all commands.',
  unknown_flag: 'The command does not have this flag; see its --help.',
  missing_flag: 'A required flag is missing.',
  invalid_flag: 'The value of a flag is invalid; the message gives the reason.',
  repeated_flag: 'A flag is given more than once; only flags marked as repeatable may be.',
  unreadable_file: 'A file named by a flag cannot be read; the message names the flag and the path.',
  unwritable_file: 'A file named by a flag cannot be written; the message names the flag and the path.',
  not_utf8: 'A file named by a flag is not UTF-8 text.',
  unexpected_argument: 'An argument belongs to no flag; write values after their flag.',
  invalid_json:
    'The value is not I-JSON (RFC 7493): malformed, or with duplicate members, unsafe numbers or lone surrogates.',
  missing_command: 'agent-id-vault exec received no command; write it after --.',
  command_not_started: 'A program could not be started: the one given to agent-id-vault exec, git, or ssh-keygen.',
  // The state directory
  unsafe_state_dir:
    'The state directory, or a file in it, is a symbolic link or belongs to another user. Use another directory.',
  no_home: 'The home directory is unknown: set HOME, AGENT_ID_STATE_DIR or --state-dir.',
  no_working_directory: 'The working directory does not exist: change to another directory.',
  state_locked: 'Another process keeps the state directory locked. Try again when it has ended.',
  damaged_state: 'A state file does not have the expected form; nothing was changed. Restore it.',
  invalid_passphrase: 'A passphrase file is empty or cannot be read.',
  no_new_passphrase: 'A new passphrase is needed: set AGENT_ID_NEW_PASSPHRASE or --new-passphrase-file.',
  passphrase_set: 'The identity has a passphrase already: run agent-id-core passphrase change.',
  no_passphrase_set: 'The identity has no passphrase: run agent-id-core passphrase set.',
  bad_encrypted_file: 'The file is not a backup or vault export of this toolkit, or is cut off.',
  identity_exists: 'The state directory is not empty, so nothing is restored into it: name another with --state-dir.',
  passphrase_required: 'The identity is encrypted; set AGENT_ID_PASSPHRASE or AGENT_ID_PASSPHRASE_FILE.',
  wrong_passphrase: 'The passphrase does not decrypt the identity.',
  io_error: 'The operating system reported an error; the message quotes it.',
  internal_error: 'An error of the toolkit; please report it.',
  // Identity and owner
  no_agent_keypair: 'There is no key: run agent-id-core bootstrap or agent-id-core init.',
  no_provider_address: 'Set --provider-address, PLATFORM_PROVIDER_ADDRESS or default-provider.txt.',
  no_pending_auth: 'No sign-in is pending: run agent-id-core auth.',
  no_owner_session: 'The agent is not bound: run agent-id-core auth, then agent-id-core bind.',
  session_not_dpop_bound: 'The session is not bound to this key: run agent-id-core auth, then agent-id-core bind.',
  session_altered:
    'The owner session, or a pending sign-in, was changed: run agent-id-core auth, then agent-id-core bind.',
  no_bound_session:
    'Signed calls need a bound session: run agent-id-core bootstrap, or agent-id-core auth and agent-id-core bind.',
  unreachable: 'The host cannot be reached; try again later.',
  timeout: 'The host did not respond in time; try again, or increase --timeout-ms.',
  provider_failed: 'The response of the provider is unusable; try again later.',
  issuer_mismatch: 'The issuer of the provider is not its base URL, or a proof has another issuer.',
  authorize_refused: 'The provider refused to start the sign-in; the message quotes it.',
  auth_rejected: 'The owner rejected the sign-in.',
  auth_expired: 'The owner did not decide in time: run agent-id-core auth again.',
  auth_unknown: 'The provider no longer knows the sign-in: run agent-id-core auth again.',
  auth_redeemed: 'The sign-in was completed elsewhere: run agent-id-core auth again.',
  auth_refused: 'The provider refused to poll the sign-in: run agent-id-core auth again.',
  key_of_another_owner:
    'The key belongs to another owner: let that owner approve, or take a new key with agent-id-core rotate --abandon.',
  key_compromised:
    'The owner reported the key stolen: take a new key with agent-id-core rotate --abandon. What it signed counts only if it was attested before.',
  deep_link_refused: 'The link of the provider is too long, or contains a user name; nothing was stored.',
  key_changed: 'The key has changed since the sign-in began: run agent-id-core auth again.',
  bind_timeout: 'The owner has not decided yet; run agent-id-core bind to continue waiting.',
  state_mismatch: 'The response belongs to another sign-in and was not used.',
  exchange_refused: 'The provider refused to exchange the code: run agent-id-core auth again.',
  provider_unavailable: 'The provider is temporarily unavailable; try again.',
  not_dpop_bound: 'The provider issued tokens that are not bound to the key; they were not stored.',
  bad_id_token: 'An id_token did not pass verification and was not used.',
  refresh_failed: 'The session could not be refreshed and is kept; try again.',
  no_refresh_token: 'The session cannot be refreshed: run agent-id-core bootstrap.',
  delegation_refused: 'The delegation was revoked, has expired or is for another key; ask the agent for another one.',
  session_exists: 'The owner approved this agent already, so it becomes no helper: use another state directory.',
  authorization_revoked: 'The owner has revoked the agent: run agent-id-core bootstrap.',
  agent_paused:
    'The owner paused the agent; the session is kept and works again once the owner resumes it in their account.',
  attestation_refused: 'The provider did not attest; the message quotes it.',
  no_approval: 'The owner approved no request with this id, or its token has expired: run agent-id-core ask again.',
  ask_refused: 'The provider did not ask the owner; the message quotes it.',
  bad_receipt: 'The receipt of a decision did not pass verification and was not used.',
  bad_attestation: 'An attestation is not signed by a trusted provider, or is about something else.',
  no_trail: 'The audit trail has no entry yet, so there is nothing to anchor.',
  signer_required: 'A signer holds the private key: set AGENT_ID_SIGNER to its command.',
  signer_and_key:
    'AGENT_ID_SIGNER is set, but the private key is on disk: unset it, or move the identity to the signer.',
  signer_failed: 'The command of AGENT_ID_SIGNER failed, or its signature is not valid; the message says which.',
  signer_holds_key: 'A signer holds the private key, so it is not encrypted here: protect it in the signer.',
  rotation_unfinished: 'A rotation was interrupted and cannot be finished on a read-only directory.',
  key_rotated: 'The key was rotated while the command ran: run it again.',
  other_owner: 'Another owner approved the new key, so the key was not rotated.',
  // Vault
  no_credential: 'No credential is stored for the service: run agent-id-vault store.',
  no_credential_given: 'agent-id-vault store received no credential.',
  empty_credential: 'The credential is empty; nothing was stored.',
  credential_not_text:
    'The credential is not UTF-8 text, so nothing was stored, or has a null byte, so no command receives it. Encode it first, for example as base64.',
  record_unreadable: 'A vault record was changed, or stored under another key.',
  bad_proof:
    'The file of --proof is not an export of agent-id-core export-proof, or has another form; the message names the member.',
  // Services
  invalid_url: 'The URL is not an absolute http or https URL, or contains a user name.',
  insecure_url: 'The URL is http and not loopback; use https, or --allow-insecure.',
  response_too_large: 'The response is larger than allowed.',
  cross_origin_redirect: 'The service redirects to another origin; the request was not sent to it.',
  too_many_redirects: 'The service redirects too often.',
  no_service_metadata:
    'The service does not say who signs its callers in (RFC 9728); name the provider with --provider-address and --sso-url.',
  invalid_service_metadata:
    'What the service says about the sign-in of its callers is not usable; the message says why.',
  provider_not_accepted:
    'The sign-in provider is on another origin than the service: check that it is the right one, then add --accept-provider.',
  bound_to_another_provider:
    'The identity is bound at another provider, and stays so: use another state directory for this service.',
  registration_refused:
    'The provider does not register this application; pass --provider-address of one that it knows.',
  no_manifest: 'The service publishes no manifest.',
  invalid_manifest: 'The manifest is invalid; `violations` names each member.',
  // Git
  git_failed: 'git failed; the message quotes it.',
  bad_message: 'The commit message is empty, or its trailers are ambiguous.',
  bad_owner: 'The owner of the session cannot be written in a trailer.',
  commit_altered: 'A hook changed the commit, so it cannot be proven; `commitHash` names it.',
  push_failed: 'The commit was created, but it or its proof was not pushed; `pushed` and `notesPushed` say which.',
  ssh_keygen_failed: 'ssh-keygen could not encrypt the key file.',
  unknown_commit: 'The commit does not exist.',
  unsupported_commit: 'The commit has no Agent-ID trailers in its last block.',
  doubled_trailer: 'The commit has an Agent-ID trailer more than once.',
  no_bundle: 'The commit has no proof; run agent-id-git sync.',
  bad_bundle: 'The proof is not a v3 bundle with a usable key.',
  jkt_mismatch: 'The key in the trailer is not the one in the proof.',
  owner_mismatch: 'The owner in the trailer is not the one in the proof.',
  bad_signature: 'The commit is not signed by the key of the proof.',
  not_attested: 'The commit has no attestation, and --require-attestation or the policy requires one.',
  revoked_before_commit:
    'The agent key was revoked before the commit was attested, or is revoked and the commit was never attested.',
  owner_not_expected: 'The commit was signed by an agent of another owner, or by another key, than the policy expects.',
  helper_not_expected: 'A helper of an agent signed the commit, and --refuse-helpers or the policy refuses helpers.',
  invalid_policy: 'The policy file is not valid; the message names the member.',
  untrusted_issuer: 'The issuer of the proof is not trusted; to trust it, pass --sso-url or --trusted-issuer.',
  bad_jwks: 'The file of --jwks is not a JWKS.',
  provider_unreachable: 'The JWKS of the provider cannot be read; verify offline with --jwks.',
} as const satisfies Readonly<Record<string, string>>;

export type FailureCode = keyof typeof failureCodes;

/** An expected failure, printed as `{ok: false, error, code}` with exit code 1. */
export class Failure extends Error {
  /** Stable code for programs. */
  readonly code: FailureCode;
  /** Additional output members. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

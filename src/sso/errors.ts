import { DomainError, domainError } from '../runtime/domain-error.ts';
import { type ErrorFormat, type HttpProblem, describeProblem } from '../runtime/http-problem.ts';

// oauth (RFC 6749 §5.2, RFC 9449 §5)
export const invalidOauthRequest = domainError('invalid_request', 400, (text: string) => text);
export const unknownListCursor = domainError(
  'invalid_request',
  400,
  () => 'cursor is not the nextCursor of a page of this list.',
);
export const codeChallengeUsed = domainError('invalid_request', 400, () => 'code challenge already used');
export const redirectUriNotRegistered = domainError(
  'invalid_request',
  400,
  () => 'redirect_uri is not registered for this application.',
);
export const redirectUriNeeded = domainError(
  'invalid_request',
  400,
  () => 'redirect_uri is missing: response_mode=query returns to it.',
);
export const responseModeNeeded = domainError(
  'invalid_request',
  400,
  () => 'response_mode is missing: send json to poll, or query with a redirect_uri to redirect the browser.',
);
export const parameterMissing = domainError(
  'invalid_request',
  400,
  (name: string) => `${name} is required with response_mode=json.`,
);
export const prefetchRefused = domainError(
  'invalid_request',
  400,
  () => 'A prefetch starts no sign-in. Send the request again without Sec-Purpose.',
);
export const idTokenHintRefused = domainError(
  'invalid_request',
  400,
  () => 'id_token_hint is not an id_token that this provider issued to this application.',
);
export const loginRequired = domainError(
  'login_required',
  400,
  () => 'The person must confirm this sign-in. Send them here without prompt=none.',
);
export const consentRequired = domainError(
  'consent_required',
  400,
  () => 'The person has not approved this application yet. Send them here without prompt=none.',
);
export const requestNotSupported = domainError(
  'request_not_supported',
  400,
  () => 'Request objects are not supported. Send plain parameters instead of request.',
);
export const requestUriNotSupported = domainError(
  'request_uri_not_supported',
  400,
  () => 'Request objects are not supported. Send plain parameters instead of request_uri.',
);
export const registrationNotSupported = domainError(
  'registration_not_supported',
  400,
  () => 'Registration inside a request is not supported. Omit registration.',
);
export const invalidClient = domainError(
  'invalid_client',
  400,
  () => 'client_id names no application of this provider.',
);
const clientChallenge = { headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' } };
/** Wrong or missing client credentials (RFC 6749 §5.2). */
export const clientRefused = domainError('invalid_client', 401, (text: string) => text, clientChallenge);
export const unsupportedResponseType = domainError(
  'unsupported_response_type',
  400,
  () => 'response_type must be code.',
);
export const invalidTarget = domainError('invalid_target', 400, (text: string) => text);
export const scopeNotGranted = domainError(
  'invalid_scope',
  400,
  () => 'scope must be a part of what was approved; a token with limits stays limited.',
);
export const invalidScope = domainError('invalid_scope', 400, () => 'scope must contain openid.');
export const originNotAllowed = domainError('access_denied', 403, (origin: string) => `Origin not allowed: ${origin}`);
export const pollingCodeUnknown = domainError(
  'not_found',
  404,
  () => 'No sign-in has this polling code. Start a new one.',
);
export const codeRedeemed = domainError('invalid_grant', 409, () => 'The authorization code was redeemed before.');
export const codeRefused = domainError(
  'invalid_grant',
  400,
  () => 'The code is unknown, expired, or not meant for this request. Start a new sign-in.',
);
export const refreshTokenRefused = domainError(
  'invalid_grant',
  400,
  () => 'The refresh token is unknown, expired or revoked. Start a new sign-in.',
);
export const tokenOfAnotherClient = domainError(
  'invalid_grant',
  400,
  () => 'The token was issued to another application.',
);
export const requestUriRefused = domainError(
  'invalid_request_uri',
  400,
  () =>
    'The request_uri is unknown, expired, was used before, or belongs to another application. Push the request again.',
);
// RFC 8628 §3.5
export const authorizationPending = domainError(
  'authorization_pending',
  400,
  () => 'The person has not decided yet. Ask again after the interval.',
);
export const slowDown = domainError('slow_down', 400, () => 'Poll less often: wait 5 seconds longer than before.');
export const deviceCodeExpired = domainError(
  'expired_token',
  400,
  () => 'The device code has expired. Start a new device authorization.',
);
export const deviceRejected = domainError('access_denied', 400, () => 'The person rejected this sign-in.');
export const deviceCodeRefused = domainError(
  'invalid_grant',
  400,
  () => 'The device code is unknown, was used before, or belongs to another application.',
);
export const unsupportedGrantType = domainError(
  'unsupported_grant_type',
  400,
  () => 'grant_type must be authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:device_code.',
);
export const invalidDpopProof = domainError('invalid_dpop_proof', 400, (text: string) => text);

/** @param nonce the one to use in the next proof (RFC 9449 §8) */
export const dpopNonceNeeded = (nonce: string): DomainError =>
  new DomainError('use_dpop_nonce', 400, nonceText, { headers: { 'dpop-nonce': nonce } });
const nonceText = 'Repeat the request with the nonce of the DPoP-Nonce header in the proof.';

// userinfo (RFC 6750 §3, RFC 9449 §7.1 and §9)
/** @param challenges WWW-Authenticate, one line each */
export const unauthorized = (challenges: readonly string[]): DomainError =>
  new DomainError('unauthorized', 401, 'Send an access token in the Authorization header.', {
    headers: { 'www-authenticate': [...challenges] },
  });
export const invalidToken = (challenges: readonly string[]): DomainError =>
  new DomainError('invalid_token', 401, 'The access token is not valid for this request.', {
    headers: { 'www-authenticate': [...challenges] },
  });
export const userinfoProofRefused = (text: string, challenges: readonly string[]): DomainError =>
  new DomainError('invalid_dpop_proof', 401, text, { headers: { 'www-authenticate': [...challenges] } });
export const userinfoNonceNeeded = (nonce: string, challenges: readonly string[]): DomainError =>
  new DomainError('use_dpop_nonce', 401, nonceText, {
    headers: { 'www-authenticate': [...challenges], 'dpop-nonce': nonce },
  });

// owner
const deviceAlgorithms = 'Device algs="EdDSA Ed25519"';
const deviceChallenge = (error: string) => ({
  headers: { 'www-authenticate': `${deviceAlgorithms}, error="${error}"` },
});
export const ownerUnauthorized = domainError(
  'unauthorized',
  401,
  () => 'Sign in with a passkey, or sign the request with an enrolled device.',
  { headers: { 'www-authenticate': deviceAlgorithms } },
);
export const ownerSessionEnded = domainError(
  'unauthorized',
  401,
  () => 'This browser is not signed in any more. Sign in with a passkey.',
  { headers: { 'www-authenticate': deviceAlgorithms } },
);
export const invalidDeviceProof = domainError(
  'invalid_device_proof',
  401,
  (text: string) => text,
  deviceChallenge('invalid_device_proof'),
);
export const unknownDevice = domainError(
  'unknown_device',
  401,
  () => 'No owner has enrolled this key. Enrol it at /api/v1/owner/devices.',
  deviceChallenge('unknown_device'),
);
export const ownerSuspended = domainError(
  'owner_suspended',
  401,
  () => 'An administrator suspended this identity. Ask the operator of this service.',
  deviceChallenge('owner_suspended'),
);
export const originRefused = domainError(
  'origin_refused',
  403,
  (issuer: string) => `This request must come from ${issuer} itself.`,
);
export const assertionRequired = domainError(
  'assertion_required',
  403,
  (action: string) => `Confirm this action with your passkey: send an assertion for ${action}.`,
);
export const passkeyRefused = domainError(
  'passkey_refused',
  400,
  () => 'The passkey was not accepted. Ask for new options and try again.',
);
export const passkeyExists = domainError(
  'passkey_exists',
  409,
  () => 'This passkey is registered already. Sign in with it.',
);
export const passkeyLimit = domainError(
  'passkey_limit',
  409,
  (limit: number) => `An owner can have ${limit} passkeys, and you have ${limit}.`,
);
export const passkeyNotFound = domainError('passkey_not_found', 404, () => 'You have no such passkey.');
export const ownerDeviceNotFound = domainError('device_not_found', 404, () => 'You have no such device.');
export const lastAuthenticator = domainError(
  'last_authenticator',
  409,
  () => 'This is your only passkey or device. Add another one first.',
);
export const requestNotFound = domainError(
  'request_not_found',
  404,
  () => 'No sign-in waits under this link. Ask for a new one.',
);
export const requestMismatch = domainError(
  'request_mismatch',
  400,
  (member: 'clientId' | 'dpopJkt') =>
    `${member} is not the ${member === 'clientId' ? 'application' : 'key'} of this request. Read the request again.`,
);
export const comparisonRequired = domainError(
  'comparison_required',
  400,
  () => 'Send the comparisonCode that the other screen shows.',
);
export const comparisonFailed = domainError(
  'comparison_failed',
  409,
  () => 'The other screen shows another code, so this request was rejected. Start a new sign-in.',
);
export const ownerMismatch = domainError(
  'owner_mismatch',
  409,
  () => 'The application asked for another identity. Sign in with that one to approve.',
);
export const alreadyDecided = domainError(
  'already_decided',
  409,
  (status: 'approved' | 'rejected') => `This request was ${status} before.`,
);
export const requestExpired = domainError(
  'request_expired',
  410,
  (at: Date) => `This request expired at ${at.toISOString()}. Start a new sign-in.`,
);
export const sessionNotFound = domainError(
  'session_not_found',
  404,
  (sessionId: string) => `You have no live session ${sessionId}.`,
);

export const browserOfAnotherOwner = domainError(
  'browser_of_another_owner',
  409,
  () => 'This browser is signed in as another identity. Sign out first.',
);
export const deviceOfAnotherOwner = domainError(
  'device_of_another_owner',
  409,
  () => 'This device already has an identity of its own. Delete that identity first, or use a new key.',
);
export const deviceLimit = domainError(
  'device_limit',
  409,
  (limit: number) => `An owner can have ${limit} devices, and you have ${limit}.`,
);
export const deviceLinkNotFound = domainError('device_link_not_found', 404, () => 'You have no such link.');
export const deviceLinkExpired = domainError(
  'device_link_expired',
  410,
  () => 'This link was used before or has expired. Create a new one in your account.',
);
export const recoveryCodeRefused = domainError(
  'recovery_code_refused',
  400,
  () => 'This recovery code is not valid or was used before. Check it, or use another one.',
);
export const browserSessionNotFound = domainError(
  'browser_session_not_found',
  404,
  (id: string) => `You are not signed in with the browser session ${id}.`,
);

// providers
export const adminUnauthorized = domainError(
  'unauthorized',
  401,
  () => 'Send the key of an administrator as a Bearer token.',
  { headers: { 'www-authenticate': 'Bearer' } },
);
export const adminKeyRefused = domainError('invalid_token', 401, () => 'This is not the key of an administrator.', {
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
});
/** @param scope the one that the key lacks (RFC 6750 §3.1) */
export const administratorLacksScope = (administrator: string, scope: string): DomainError =>
  new DomainError('insufficient_scope', 403, `${administrator} lacks the scope ${scope}. Ask for a key that has it.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
export const administratorNotFound = domainError(
  'administrator_not_found',
  404,
  (id: string) => `There is no administrator ${id}.`,
);
export const registrationClosed = domainError(
  'registration_closed',
  403,
  () => 'New identities cannot be created here. Ask the operator of this service.',
);
export const inviteRequired = domainError(
  'invite_required',
  403,
  () => 'A new identity needs an invite. Ask the operator of this service for one.',
);
export const inviteRefused = domainError(
  'invite_refused',
  403,
  () => 'This invite is unknown, used, expired or revoked. Ask for a new one.',
);
export const inviteNotFound = domainError('invite_not_found', 404, (id: string) => `There is no invite ${id}.`);
export const ownerNotFound = domainError('owner_not_found', 404, (sub: string) => `There is no owner ${sub}.`);
export const providerNotFound = domainError(
  'provider_not_found',
  404,
  (address: string) => `There is no application ${address}.`,
);
export const statusListNotFound = domainError(
  'status_list_not_found',
  404,
  (listId: number) => `There is no status list ${listId}.`,
);
export const secretNotFound = domainError(
  'secret_not_found',
  404,
  (secretId: string) => `This application has no secret ${secretId}.`,
);
export const secretLimitReached = domainError(
  'secret_limit',
  409,
  (limit: number) => `An application has at most ${limit} secrets. Revoke the former one first.`,
);
export const secretNotUsed = domainError(
  'secret_not_used',
  409,
  (method: string) => `This application authenticates with ${method} and has no secret.`,
);
export const signingKeyNotFound = domainError(
  'signing_key_not_found',
  404,
  (kid: string) => `There is no signing key ${kid}.`,
);

// errors of the runtime
const waitFor = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } });

/** Challenges for a userinfo request without credentials: no error code (RFC 9449 §7.1, RFC 6750 §3.1). */
export const userinfoChallenges = ['DPoP algs="EdDSA Ed25519 ES256"', 'Bearer'] as const;

function explain(problem: HttpProblem): DomainError {
  const text = describeProblem(problem);
  switch (problem.kind) {
    case 'invalid':
      return problem.part === 'query' || problem.part === 'body'
        ? explainParameter(problem)
        : invalidOauthRequest(text);
    case 'malformed_body':
    case 'missing_body':
      return invalidOauthRequest(text);
    case 'timed_out':
      return new DomainError('invalid_request', 408, text);
    case 'headers_too_large':
      return new DomainError('invalid_request', 431, text);
    case 'unsupported_media_type':
      return new DomainError('invalid_request', 415, text);
    case 'payload_too_large':
      return new DomainError('invalid_request', 413, text);
    case 'unauthenticated':
      if (problem.schemes.includes('adminKey')) return adminUnauthorized();
      return problem.schemes.includes('bearer') ? unauthorized(userinfoChallenges) : ownerUnauthorized();
    case 'not_found':
      return new DomainError('not_found', 404, text);
    case 'method_not_allowed':
      return new DomainError('invalid_request', 405, text);
    case 'rate_limited':
      return new DomainError('temporarily_unavailable', 429, text, waitFor(problem.retryAfterSeconds));
    case 'unavailable':
      return new DomainError('temporarily_unavailable', 503, text, waitFor(problem.retryAfterSeconds));
    case 'internal':
      return new DomainError('server_error', 500, text);
  }
}

/** Maps invalid parameters to their own codes (RFC 6749 §4.1.2.1); a missing one is invalid_request. */
function explainParameter(problem: HttpProblem & { readonly kind: 'invalid' }): DomainError {
  const [violation] = problem.violations;
  if (violation?.keyword === 'enum' && violation.field === 'response_type') return unsupportedResponseType();
  if (violation?.keyword !== 'required' && violation?.keyword !== 'type') {
    // A client_id that is too long is no client's, whichever endpoint it is sent to.
    if (violation?.field === 'client_id' && violation.keyword !== 'maxLength') return invalidClient();
    if (violation?.field === 'scope') return invalidScope();
  }
  return invalidOauthRequest(describeProblem(problem));
}

/** Restricts error_description to printable ASCII without double quote and backslash (RFC 6749 §5.2). */
function describe(text: string): string {
  const plain = text.replaceAll('"', "'").replaceAll('\\', '/');
  return plain.replace(/[^\x20-\x7e]/g, '?').slice(0, 500);
}

/** Every error of the provider is `{error, error_description}`. */
export const ssoErrors = {
  fromProblem: explain,
  body: ({ code, message }) => ({ error: String(code), error_description: describe(message) }),
} satisfies ErrorFormat;

import { DomainError, domainError } from '../../runtime/errors/domain-error.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';

/** Errors of the OAuth endpoints (RFC 6749 §5.2, RFC 8628 §3.5, RFC 9449 §5). */

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
  (uri: string) => `redirect_uri is not registered for this application: ${uri}`,
);
export const redirectUriNeeded = domainError(
  'invalid_request',
  400,
  () => 'redirect_uri is missing: response_mode=query and form_post return to it.',
);
export const formPostAddressNeeded = domainError(
  'invalid_request',
  400,
  () => 'redirect_uri must be http or https with response_mode=form_post: a form cannot be sent to another scheme.',
);
export const challengeRequired = domainError(
  'invalid_request',
  400,
  () => 'code_challenge is missing: this application must use PKCE (RFC 7636).',
);
export const challengeMethodMissing = domainError(
  'invalid_request',
  400,
  () => 'code_challenge_method is missing: send S256.',
);
export const nonceRequired = domainError('invalid_request', 400, (always: boolean) =>
  always ? 'nonce is missing: a request without code_challenge needs it.' : 'nonce and state are missing: send one.',
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
export const redirectOnly = domainError(
  'unauthorized_client',
  400,
  (name: string) => `${name} belongs to the platform itself and signs in only by redirecting a browser to authorize.`,
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
/** The URL of a client_id serves no usable metadata (draft-ietf-oauth-client-id-metadata-document-03 §5.1). */
export const clientDocumentRefused = domainError(
  'invalid_client',
  400,
  (clientId: string, problem: string) => `The client metadata at ${clientId.slice(0, 256)} ${problem}.`,
);
export const clientRegistrationClosed = domainError(
  'access_denied',
  403,
  () => 'Applications cannot register themselves here. Ask the administrator for a client_id.',
);
// RFC 7591 §3.2.2
export const redirectUrisRefused = domainError('invalid_redirect_uri', 400, (text: string) => text);
export const clientMetadataRefused = domainError('invalid_client_metadata', 400, (text: string) => text);
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
export const pairwiseScope = domainError(
  'invalid_scope',
  400,
  (scope: string) =>
    `An application with pairwise subjects gets no scope of the platform: leave ${scope} out, or use an application with public subjects.`,
);
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
  () =>
    'The code is unknown or expired, or client_id, redirect_uri or code_verifier is not that of its sign-in. Start a new sign-in.',
);
const keyRefusalTexts: Readonly<Record<KeyRefusal, string>> = {
  key_of_another_owner: 'The key of the proof belongs to another owner. Use a new key.',
  key_compromised: 'The key was reported stolen by its owner. Use a new key.',
};
/** A grant whose key cannot be bound to its owner. */
export const keyRefused = (reason: KeyRefusal): DomainError =>
  new DomainError('invalid_grant', 400, keyRefusalTexts[reason], { details: { reason } });
/** An authorization request with a key that was reported stolen. */
export const requestedKeyCompromised = (): DomainError =>
  new DomainError('invalid_request', 400, keyRefusalTexts.key_compromised, { details: { reason: 'key_compromised' } });
const pausedText = 'The owner paused this agent. Keep the session and ask again later.';
/** No `invalid_grant`, on which clients delete the session. */
export const agentPaused = (): DomainError =>
  new DomainError('access_denied', 400, pausedText, { details: { reason: 'agent_paused' } });
/** CIBA Core §13. */
export const askingAgentPaused = (): DomainError =>
  new DomainError('access_denied', 403, pausedText, { details: { reason: 'agent_paused' } });
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
  () =>
    'grant_type must be authorization_code, refresh_token, urn:ietf:params:oauth:grant-type:device_code, urn:ietf:params:oauth:grant-type:token-exchange or urn:openid:params:grant-type:ciba.',
);
// OpenID CIBA Core §11 and §13, RFC 9396 §5
export const invalidAuthorizationDetails = domainError('invalid_authorization_details', 400, (text: string) => text);
export const invalidBindingMessage = domainError(
  'invalid_binding_message',
  400,
  () => 'binding_message has 1 to 60 characters, none of which hides text or changes its direction.',
);
export const unknownUserId = domainError(
  'unknown_user_id',
  400,
  () => 'The hint names nobody who connected this application with this key.',
);
export const authReqIdRefused = domainError(
  'invalid_grant',
  400,
  () => 'The auth_req_id is unknown, was used before, or belongs to another application.',
);
/** A request of an agent that got no approval. @param receipt proves the decision */
export const approvalDenied = (receipt: string): DomainError =>
  new DomainError('access_denied', 400, 'The person rejected the request.', { details: { approval_receipt: receipt } });
export const approvalExpired = (asked: boolean, receipt: string): DomainError =>
  new DomainError(
    'expired_token',
    400,
    asked
      ? 'Nobody decided in time. Ask again when it is still needed.'
      : 'The person was not asked: this agent asked as often as they allow. Ask later.',
    { details: { approval_receipt: receipt } },
  );
export const detailsTypeNotFound = domainError(
  'not_found',
  404,
  (type: string) => `There is no type of authorization details ${type}.`,
);
/** RFC 8693 §2.2.2: an unacceptable subject_token is invalid_request. */
export const delegationRefused = domainError('invalid_request', 400, (text: string) => text);
export const scopeNotDelegated = domainError(
  'invalid_scope',
  400,
  () => 'The agent has none of the scopes that the delegation names.',
);
export const agentNotBound = domainError(
  'not_found',
  404,
  (jkt: string) => `No owner has approved an agent with the key ${jkt}, or it is paused or was revoked.`,
);
export const invalidDpopProof = domainError('invalid_dpop_proof', 400, (text: string) => text);

/** @param nonce the one to use in the next proof (RFC 9449 §8) */
export const dpopNonceNeeded = (nonce: string): DomainError =>
  new DomainError('use_dpop_nonce', 400, nonceText, { headers: { 'dpop-nonce': nonce } });
const nonceText = 'Repeat the request with the nonce of the DPoP-Nonce header in the proof.';

/** Errors of userinfo (RFC 6750 §3, RFC 9449 §7.1 and §9). */

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

/** Challenges for a userinfo request without credentials: no error code (RFC 9449 §7.1, RFC 6750 §3.1). */
export const userinfoChallenges = ['DPoP algs="EdDSA Ed25519 ES256", scope="openid"', 'Bearer scope="openid"'] as const;

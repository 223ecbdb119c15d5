import { DomainError, domainError } from '../../runtime/errors/domain-error.ts';

/** Errors of the owner operations. */

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
export const pictureRefused = domainError(
  'invalid_request',
  400,
  (reason: string) => `The picture is refused: ${reason}.`,
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
export const sameBrowserRequired = domainError(
  'same_browser_required',
  403,
  (application: string) =>
    `${application} is approved only in the browser that asks for it. If you did not start this sign-in, decline it.`,
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
  (status: 'approved' | 'rejected' | 'expired') => `This request was ${status} before.`,
);
export const mandateNotFound = domainError('mandate_not_found', 404, (id: string) => `You have no mandate ${id}.`);
export const mandateRefused = domainError('invalid_request', 400, (text: string) => text);
export const pushSubscriptionRefused = domainError(
  'invalid_request',
  400,
  () => 'The notification service does not accept this subscription: subscribe again with the key of getOwnerPushKey.',
);
export const requestExpired = domainError(
  'request_expired',
  410,
  (at: Date) => `This request expired at ${at.toISOString()}. Start a new sign-in.`,
);
export const parentPaused = domainError(
  'parent_paused',
  409,
  () => 'The agent that it helps is paused: resume that one.',
);
export const sessionNotFound = domainError(
  'session_not_found',
  404,
  (sessionId: string) => `You have no live session ${sessionId}.`,
);

export const eventNotFound = domainError(
  'event_not_found',
  404,
  (eventId: string) => `Your activity has no event ${eventId}.`,
);

export const keyNotFound = domainError(
  'key_not_found',
  404,
  () => 'No agent or application of yours ever used this key.',
);
export const keyOfAnotherOwner = domainError(
  'key_of_another_owner',
  409,
  () => 'The key of this request belongs to another owner, so it was rejected. Only that owner can approve the key.',
);
export const keyCompromised = domainError(
  'key_compromised',
  409,
  () => 'The key of this request was reported stolen, so it was rejected. The agent needs a new key.',
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
/** @param seconds until the next guess is accepted */
export const guessLimit = (seconds: number): DomainError =>
  new DomainError('guess_limit', 429, `Too many wrong attempts from this network. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

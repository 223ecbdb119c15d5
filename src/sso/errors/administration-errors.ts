import { DomainError, domainError } from '../../runtime/errors/domain-error.ts';

/** Errors of the admin operations and of resources that administrators manage. */

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
export const consoleNotGranted = domainError(
  'console_access_denied',
  403,
  (sub: string) => `You have no access to the operator console. Ask an administrator to grant it to ${sub}.`,
);
export const notTheConsole = domainError(
  'console_access_denied',
  403,
  () => 'Only the operator console opens console sessions.',
);
export const notAConsoleSession = domainError(
  'not_a_console_session',
  409,
  (administrator: string) => `${administrator} presents a named key, which the operation revokeAdministrator ends.`,
);
export const ownApplication = domainError(
  'own_application',
  409,
  (name: string) => `${name} belongs to the platform itself: its settings configure it, and no request changes it.`,
);
export const nameReserved = domainError(
  'name_reserved',
  409,
  (name: string) => `This name resembles ${name}, which belongs to the platform itself: choose another one.`,
);
export const ownerSessionNotFound = domainError(
  'owner_session_not_found',
  404,
  (sub: string, sessionId: string) => `The owner ${sub} has no live session ${sessionId}.`,
);
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

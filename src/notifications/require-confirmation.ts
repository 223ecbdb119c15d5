import { confirmationNeeded } from './errors.ts';
import type { Caller } from './handler.ts';

/** Maximum age of a confirmation with a passkey or device, seconds. */
const maxAge = 600;

/**
 * Requires that the person confirmed recently, for operations that make keys. A token that does not name the time passes:
 * the application that it was issued to has to decide.
 *
 * @throws DomainError 401 with a challenge for a new confirmation (RFC 9470)
 */
export function requireConfirmation({ confirmedAt }: Pick<Caller, 'confirmedAt'>, now: Date): void {
  if (confirmedAt !== undefined && now.getTime() - confirmedAt.getTime() > maxAge * 1000)
    throw confirmationNeeded(maxAge);
}

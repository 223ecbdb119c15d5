import { DomainError } from '../runtime/domain-error.ts';
import { passkeyRefused } from './errors.ts';
import type { Refusal, Refusals } from './refusals.ts';

/** Puts it on record when it is a passkey that was refused; what else goes wrong is not its business. */
export async function recordRefusedPasskey(
  error: unknown,
  refusals: Refusals,
  refusal: Omit<Refusal, 'event'>,
): Promise<void> {
  if (error instanceof DomainError && error.code === passkeyRefused.code)
    await refusals.record({ ...refusal, event: 'passkey_refused' });
}

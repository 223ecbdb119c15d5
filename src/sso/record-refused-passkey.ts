import { DomainError } from '../runtime/domain-error.ts';
import { passkeyRefused } from './errors.ts';
import type { Refusal, Refusals } from './refusals.ts';

/** Records `passkey_refused` errors in the audit table; ignores all other errors. */
export async function recordRefusedPasskey(
  error: unknown,
  refusals: Refusals,
  refusal: Omit<Refusal, 'event'>,
): Promise<void> {
  if (error instanceof DomainError && error.code === passkeyRefused.code)
    await refusals.record({ ...refusal, event: 'passkey_refused' });
}

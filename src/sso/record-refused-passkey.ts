import { DomainError } from '../runtime/domain-error.ts';
import { passkeyRefused } from './errors/owner-errors.ts';
import type { SsoHandlerContext } from './context.ts';
import type { Refusal } from './refusals.ts';

/** Counts `passkey_refused` errors and records them in the audit table; ignores all other errors. */
export async function recordRefusedPasskey(
  error: unknown,
  { refusals, metrics }: Pick<SsoHandlerContext, 'refusals' | 'metrics'>,
  refusal: Omit<Refusal, 'event'>,
): Promise<void> {
  if (!(error instanceof DomainError) || error.code !== passkeyRefused.code) return;
  metrics.signInRefused('passkey_refused');
  await refusals.record({ ...refusal, event: 'passkey_refused' });
}

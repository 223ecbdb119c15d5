import type { DomainError } from '../../runtime/domain-error.ts';
import type { SsoHandlerContext } from '../context.ts';
import { inviteRefused, inviteRequired, registrationClosed } from '../errors/administration-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import type { InviteStore } from '../store/invites.ts';
import { inviteHash } from './invite.ts';
import type { Registration } from './registration.ts';

/**
 * Checks whether a new owner may enrol, and uses nothing. Wrong invites are limited per address; a valid one is
 * always accepted.
 *
 * @returns hash of the invite that the enrolment has to use; undefined when it needs none
 * @throws DomainError `registration_closed`, `invite_required` or `invite_refused`
 */
export async function requireAdmission(
  invite: string | undefined,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<string | undefined> {
  const { settings, invites, guessLimits, now, request } = context;
  if (settings.registration === 'open') return undefined;
  if (settings.registration === 'closed') return refuse(registrationClosed(), context);
  if (invite === undefined) return refuse(inviteRequired(), context);
  const hash = inviteHash(invite);
  if (await invites.isOpen(hash, now())) return hash;
  await guessLimits.consume('invite', request.ip);
  return refuse(inviteRefused(), context);
}

async function refuse(
  error: DomainError,
  { refusals, metrics, now, request }: SsoHandlerContext & SsoRequestContext,
): Promise<never> {
  metrics.signInRefused('registration_refused');
  const details = { reason: error.code };
  await refusals.record({ event: 'registration_refused', at: now(), requestId: request.id, ip: request.ip, details });
  throw error;
}

export interface Admission {
  readonly registration: Registration;
  /** Result of {@link requireAdmission}. */
  readonly hash: string | undefined;
  readonly at: Date;
}

/**
 * Uses the invite of a new owner in the transaction that creates them: of concurrent enrolments with one invite, one
 * succeeds.
 *
 * @throws DomainError which rolls the enrolment back
 */
export async function admitOwner({ registration, hash, at }: Admission, invites: InviteStore): Promise<void> {
  if (registration === 'open') return;
  // The setting changed between the two requests of an enrolment.
  if (registration === 'closed') throw registrationClosed();
  if (hash === undefined) throw inviteRequired();
  if (!(await invites.use(hash, at))) throw inviteRefused();
}

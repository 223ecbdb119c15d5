import { ofRequest } from '../administration/audit-store.ts';
import type { Invite as InviteResponse } from '../../../generated/sso/types.ts';
import { readPage, type SsoHandler, type SsoRequestContext } from '../handler.ts';
import { generateInviteCode, type Invite, inviteHash, inviteStatus, type InviteStore } from './invite-store.ts';
import { byCreation } from '../../runtime/http/page.ts';
import { inviteNotFound, inviteRefused, inviteRequired, registrationClosed } from '../errors/administration-errors.ts';
import type { DomainError } from '../../runtime/errors/domain-error.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { Registration } from '../settings.ts';

const defaultLifetime = 7 * 86_400;

/** Creates an invite. The response alone contains the code. */
export const createInvite: SsoHandler<'createInvite'> = async ({
  body: { note = null, expiresInSeconds = defaultLifetime },
  administrator,
  atomically,
  now,
  newId,
  randomBytes,
  request,
  settings: { issuer },
  respond,
}) => {
  const at = now();
  const code = generateInviteCode(randomBytes);
  const created = await atomically(async ({ invites, audit }) => {
    const invite = await invites.create({
      id: newId(),
      codeHash: inviteHash(code),
      note,
      createdBy: administrator.name,
      createdAt: at,
      expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
    });
    await audit.record({
      event: 'invite_created',
      at,
      ...ofRequest(request),
      administrator,
      details: { inviteId: invite.id, expiresAt: invite.expiresAt.toISOString() },
    });
    return invite;
  });
  // The code is in the fragment, which browsers send to no server.
  return respond(201, { ...inviteResponse(created, at), code, link: `${issuer}/owner#invite=${code}` });
};

/** Lists all invites, the most recently created first. */
export const listInvites: SsoHandler<'listInvites'> = async ({ query, invites, now, respond }) => {
  const { items, ...page } = await readPage(query, (page) => invites.list(page), byCreation);
  const at = now();
  return respond(200, {
    invites: items.map((invite) => inviteResponse(invite, at)),
    ...page,
  });
};

/** Revokes an invite. Idempotent; a used invite stays used. */
export const revokeInvite: SsoHandler<'revokeInvite'> = async ({
  path: { inviteId },
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const revoked = await atomically(async ({ invites, audit }) => {
    const invite = await invites.revoke(inviteId, at);
    if (!invite) throw inviteNotFound(inviteId);
    await audit.record({ event: 'invite_revoked', at, ...ofRequest(request), administrator, details: { inviteId } });
    return invite;
  });
  return respond(200, inviteResponse(revoked, at));
};

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
  await refusals.record({ event: 'registration_refused', at: now(), ...ofRequest(request), details });
  throw error;
}

interface Admission {
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

/** Maps a stored invite to the `Invite` schema. */
function inviteResponse(invite: Invite, now: Date): InviteResponse {
  const { id, note, createdBy, createdAt, expiresAt, usedAt, revokedAt } = invite;
  return {
    id,
    note,
    status: inviteStatus(invite, now),
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

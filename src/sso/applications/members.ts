import type {
  ApplicationInvite as ShownInvite,
  ApplicationMember as ShownMember,
} from '../../../generated/sso/types.ts';
import { ofRequest, type SsoAuditEvent } from '../administration/audit-store.ts';
import {
  alreadyMember,
  applicationInviteLimit,
  applicationInviteNotFound,
  applicationInviteRefused,
  applicationLimit,
  applicationOwnerRequired,
  lastApplicationOwner,
  memberLimit,
  memberNotFound,
} from '../errors/application-errors.ts';
import { ownerUnauthorized } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import type { SsoStores } from '../stores.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { applicationResponse } from './applications.ts';
import { requireApplication, requireApplicationOwner, requireDeveloper } from './developer.ts';
import {
  type ApplicationInvite,
  maxInvites,
  type ApplicationMember,
  maxApplications,
  maxMembers,
} from './member-store.ts';

/** Milliseconds for which an invite can be used. */
const inviteLifetime = 7 * 86_400_000;

const memberResponse = ({ addedAt, ...member }: ApplicationMember): ShownMember => ({
  ...member,
  addedAt: addedAt.toISOString(),
});

const inviteResponse = (invite: ApplicationInvite): ShownInvite => ({
  inviteId: invite.id,
  role: invite.role,
  sub: invite.invitedSub,
  createdBy: invite.createdBy,
  createdAt: invite.createdAt.toISOString(),
  expiresAt: invite.expiresAt.toISOString(),
});

/**
 * Records a change of a member, for the member and for the owner who made it: an event names one person, so that it can be
 * erased with them. Both have the id of the request.
 */
async function recordMembership(
  audit: SsoStores['audit'],
  event: SsoAuditEvent,
  { sub, ownerSub, role }: { readonly sub: string; readonly ownerSub: string; readonly role?: string },
): Promise<void> {
  const details = role === undefined ? {} : { role };
  const by = sub === ownerSub ? 'self' : 'owner';
  await audit.record({ ...event, ownerSub: sub, details: { ...details, by } });
  if (by === 'owner') await audit.record({ ...event, ownerSub, details });
}

/** Lists who works on an application, in the order in which they joined. */
export const getApplicationMembers: SsoHandler<'getApplicationMembers'> = async ({
  path: { clientId },
  respond,
  ...context
}) => {
  await requireApplication(context, clientId, requireDeveloper(context));
  return respond(200, { members: (await context.applicationMembers.list(clientId)).map(memberResponse) });
};

/** Changes the role of a member. */
export const setApplicationMember: SsoHandler<'setApplicationMember'> = async ({
  path: { clientId, sub },
  body: { role },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  const members = await atomically(async (stores) => {
    const { applicationMembers, audit } = stores;
    await applicationMembers.lock(clientId);
    await requireApplicationOwner(stores, clientId, ownerSub);
    const result = await applicationMembers.setRole(clientId, sub, role);
    if (result === 'not_found') throw memberNotFound(sub);
    if (result === 'last_owner') throw lastApplicationOwner();
    const about = { at: now(), ...ofRequest(request), clientAddress: clientId };
    await recordMembership(audit, { event: 'application_member_set', ...about }, { sub, ownerSub, role });
    return applicationMembers.list(clientId);
  });
  const member = members.find((one) => one.sub === sub);
  if (!member) throw memberNotFound(sub);
  return respond(200, memberResponse(member));
};

/** Removes a member. Owners remove anyone, members themselves. */
export const deleteApplicationMember: SsoHandler<'deleteApplicationMember'> = async ({
  path: { clientId, sub },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  await atomically(async (stores) => {
    const { applicationMembers, audit } = stores;
    await applicationMembers.lock(clientId);
    const { role } = await requireApplication(stores, clientId, ownerSub);
    if (role !== 'owner' && sub !== ownerSub) throw applicationOwnerRequired();
    const result = await applicationMembers.remove(clientId, sub);
    if (result === 'not_found') throw memberNotFound(sub);
    if (result === 'last_owner') throw lastApplicationOwner();
    const about = { at: now(), ...ofRequest(request), clientAddress: clientId };
    await recordMembership(audit, { event: 'application_member_removed', ...about }, { sub, ownerSub });
  });
  return respond(204);
};

/** Lists the open invites of an application. */
export const getApplicationInvites: SsoHandler<'getApplicationInvites'> = async ({
  path: { clientId },
  respond,
  ...context
}) => {
  await requireApplicationOwner(context, clientId, requireDeveloper(context));
  const invites = await context.applicationInvites.list(clientId, context.now());
  return respond(200, { invites: invites.map(inviteResponse) });
};

/** Creates a link by which one person joins an application. */
export const createApplicationInvite: SsoHandler<'createApplicationInvite'> = async ({
  path: { clientId },
  body: { role, sub: invitedSub = null },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, newId, now, request, secrets, settings } = context;
  const at = now();
  const code = secrets.generate();
  const invite = {
    id: newId(),
    clientAddress: clientId,
    role,
    invitedSub,
    createdBy: ownerSub,
    createdAt: at,
    expiresAt: new Date(at.getTime() + inviteLifetime),
  };
  await atomically(async (stores) => {
    await stores.applicationMembers.lock(clientId);
    await requireApplicationOwner(stores, clientId, ownerSub);
    const open = await stores.applicationInvites.list(clientId, at);
    if (open.length >= maxInvites) throw applicationInviteLimit(maxInvites);
    await stores.applicationInvites.create({ ...invite, codeHash: secretHash(code) });
    const details = { inviteId: invite.id, role };
    const about = { at, ...ofRequest(request), ownerSub, clientAddress: clientId, details };
    await stores.audit.record({ event: 'application_invite_created', ...about });
  });
  const portal = settings.portalUrl ?? `${settings.issuer}/portal`;
  return respond(201, { ...inviteResponse(invite), code, link: `${portal}/applications/join#invite=${code}` });
};

/** Revokes an invite, so that nobody can use it. */
export const revokeApplicationInvite: SsoHandler<'revokeApplicationInvite'> = async ({
  path: { clientId, inviteId },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  await atomically(async (stores) => {
    await requireApplicationOwner(stores, clientId, ownerSub);
    if (!(await stores.applicationInvites.revoke(clientId, inviteId))) throw applicationInviteNotFound(inviteId);
    const about = { at: now(), ...ofRequest(request), ownerSub, clientAddress: clientId, details: { inviteId } };
    await stores.audit.record({ event: 'application_invite_revoked', ...about });
  });
  return respond(204);
};

/** Lets the caller join the application of an invite, which is used up by it. */
export const createApplicationMembership: SsoHandler<'createApplicationMembership'> = async ({
  body: { code },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request, settings } = context;
  const at = now();
  const application = await atomically(async (stores) => {
    const invite = await stores.applicationInvites.use(secretHash(code), ownerSub, at);
    if (!invite) throw applicationInviteRefused();
    const { clientAddress, role, id: inviteId } = invite;
    const result = await stores.applicationMembers.add(clientAddress, { sub: ownerSub, role, addedAt: at });
    if (result === 'no_owner') throw ownerUnauthorized();
    if (result === 'already_member') throw alreadyMember();
    if (result === 'member_limit') throw memberLimit(maxMembers);
    if (result === 'application_limit') throw applicationLimit(maxApplications);
    const about = { at, ...ofRequest(request), ownerSub, clientAddress, details: { inviteId, role } };
    await stores.audit.record({ event: 'application_joined', ...about });
    return requireApplication(stores, clientAddress, ownerSub);
  });
  return respond(201, applicationResponse(application, settings));
};

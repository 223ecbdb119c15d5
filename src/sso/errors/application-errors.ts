import { domainError } from '../../runtime/errors/domain-error.ts';

/** Errors of the operations with which owners manage their own applications. */

export const applicationRefused = domainError(
  'application_refused',
  403,
  () => 'Only the developer portal and the command line manage applications, with a token of the scope openid alone.',
);
export const applicationOwnerRequired = domainError(
  'application_owner_required',
  403,
  () => 'Only an owner of the application may do this.',
);
export const applicationNotFound = domainError(
  'application_not_found',
  404,
  (clientId: string) => `You have no application ${clientId}.`,
);
export const applicationLimit = domainError(
  'application_limit',
  409,
  (limit: number) => `You work on ${limit} applications, which is the limit. Delete or leave one that you do not need.`,
);
export const nameTaken = domainError(
  'name_taken',
  409,
  (name: string) => `This name looks like ${name}, an application that an administrator verified: choose another one.`,
);
export const nameVerified = domainError(
  'name_verified',
  409,
  (name: string) => `An administrator verified the name ${name}: ask the operator to change it.`,
);
export const iconVerified = domainError(
  'icon_verified',
  409,
  (name: string) => `An administrator verified the application ${name}: ask the operator to change its icon.`,
);
export const memberNotFound = domainError(
  'member_not_found',
  404,
  (sub: string) => `This application has no member ${sub}.`,
);
export const memberLimit = domainError(
  'member_limit',
  409,
  (limit: number) => `This application has ${limit} members, which is the limit.`,
);
export const lastApplicationOwner = domainError(
  'last_application_owner',
  409,
  () => 'An application always has an owner: make another member one first, or delete the application.',
);
export const alreadyMember = domainError('already_member', 409, () => 'You work on this application already.');
export const applicationInviteNotFound = domainError(
  'application_invite_not_found',
  404,
  (inviteId: string) => `This application has no open invite ${inviteId}.`,
);
export const applicationInviteLimit = domainError(
  'application_invite_limit',
  409,
  (limit: number) => `This application has ${limit} open invites, which is the limit. Revoke one first.`,
);
export const applicationInviteRefused = domainError(
  'application_invite_refused',
  404,
  () => 'This invite is unknown, used, expired, revoked or for another person. Ask for a new one.',
);
export const reachRequestPending = domainError(
  'reach_request_pending',
  409,
  () => 'A request of this application waits for an administrator already.',
);
export const reachNotPossible = domainError('reach_not_possible', 409, (why: 'pairwise' | 'platform') =>
  why === 'platform'
    ? 'This application has the reach platform already.'
    : 'An application with pairwise subjects has the reach sign-in: register another one.',
);
export const reachRequestNotFound = domainError(
  'reach_request_not_found',
  404,
  (id: string) => `There is no request ${id}.`,
);
export const reachRequestDecided = domainError(
  'reach_request_decided',
  409,
  (status: string) => `This request was ${status} before.`,
);
export const resourceNotProven = domainError('resource_not_proven', 400, (text: string) => text);
export const resourceReserved = domainError(
  'resource_reserved',
  409,
  (origin: string) => `${origin} belongs to the platform itself.`,
);
export const resourceLimit = domainError(
  'resource_limit',
  409,
  (limit: number) => `This application has ${limit} resources, which is the limit. Remove one first.`,
);
export const detailTypeExists = domainError(
  'detail_type_exists',
  409,
  (name: string) => `This application has a type ${name}. Remove it first.`,
);
export const detailTypeLimit = domainError(
  'detail_type_limit',
  409,
  (limit: number) => `This application has ${limit} types, which is the limit. Remove one first.`,
);
export const detailTypeNotFound = domainError(
  'detail_type_not_found',
  404,
  (name: string) => `This application has no type ${name}.`,
);
export const resourceNotFound = domainError(
  'resource_not_found',
  404,
  (id: string) => `This application has no resource ${id}.`,
);

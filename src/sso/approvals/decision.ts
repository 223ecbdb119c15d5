import type { DecisionRequest } from '../../../generated/sso/types.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { requireAssertion } from '../caller/assertion.ts';
import { amrOf, type BrowserCaller, type DeviceCaller, requireOwner } from '../caller/caller.ts';
import { iconUrlOf } from '../clients/client.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  alreadyDecided,
  mandateRefused,
  ownerUnauthorized,
  requestExpired,
  requestMismatch,
} from '../errors/owner-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { keyFingerprint } from '../sign-in/authorization-request.ts';
import { differentNetwork, placeOf, placeResponse } from '../sessions/place.ts';
import {
  type Approval,
  approvalState,
  approvedScope,
  approvedTokenSeconds,
  endOf,
  redeemableUntil,
} from './approval.ts';
import { detailTexts, mandateUse } from './details.ts';
import type { NewMandate } from './mandate-store.ts';

type Context = SsoHandlerContext & SsoRequestContext;

const quietMs = 24 * 3_600_000;
const longestMandateMs = 366 * 24 * 3_600_000;

/** Returns a request of an agent in the form in which its owner reads every request. */
export function approvalResponse(approval: Approval, { now, request, settings }: Context) {
  const { application, clientAddress: address } = approval;
  const { state } = approvalState(approval, now());
  return {
    status: state,
    applicationName: application.name,
    iconUrl: iconUrlOf({ address, ...application }, settings.issuer),
    selfRegistered: application.registration !== 'administrator',
    agentName: approval.agentName,
    clientId: address,
    scope: approvedScope,
    reach: approval.reach,
    resource: approval.resource,
    ...(approval.details.length > 0 && {
      permissions: detailTexts(approval),
      permissionCodes: approval.details.map(({ type }) => type),
    }),
    services: [],
    responseMode: 'json' as const,
    redirectUri: null,
    dpopJkt: approval.jkt,
    keyFingerprint: keyFingerprint(approval.jkt),
    // The person is known, and the agent connected before: there is no other screen to compare.
    comparison: 'none' as const,
    comparisonCode: null,
    comparisonChoices: [],
    differentNetwork: differentNetwork(approval.place.ip, request.ip),
    sessionSeconds: approvedTokenSeconds,
    place: placeResponse(approval.place),
    requestedAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    bindingMessage: approval.bindingMessage,
    authorizationDetails: approval.details,
    ...(approval.detailSentences.length > 0 && { detailSentences: approval.detailSentences }),
  };
}

/**
 * Approves or rejects a request of an agent, once. The body repeats the application and the key that the owner saw.
 *
 * @throws DomainError of `decideAuthorizationRequest`
 */
export async function decideApproval(
  approval: Approval,
  body: DecisionRequest,
  caller: BrowserCaller | DeviceCaller,
  context: Context,
) {
  const { approvals, now, newId, request, metrics } = context;
  const ownerSub = requireOwner(caller);
  if (body.clientId !== approval.clientAddress) throw requestMismatch('clientId');
  if (body.dpopJkt !== approval.jkt) throw requestMismatch('dpopJkt');
  requirePending(approval, now());
  const approves = body.decision === 'approve';
  if (body.mandate && !approves) throw mandateRefused('mandate belongs to decision approve.');
  if (body.quietToday && approves) throw mandateRefused('quietToday belongs to decision reject.');
  const mandate = body.mandate && readMandate(body.mandate, approval, now());
  const action = { action: 'approve_request', id: approval.id, clientAddress: approval.clientAddress } as const;
  const confirmedAt = approves
    ? await requireAssertion(caller, body.assertion, { ...action, dpopJkt: approval.jkt }, context)
    : undefined;

  const at = now();
  const authTime = confirmedAt ?? at;
  const amr = amrOf(caller);
  const decision = approves ? 'approved' : 'rejected';
  const id = newId();
  const decided = await approvals.decide({
    id: approval.id,
    parentId: approval.parentId,
    ownerSub,
    decision,
    amr,
    authTime,
    at,
    redeemableUntil: redeemableUntil(approval, at),
    quietUntil: body.quietToday ? new Date(at.getTime() + quietMs) : null,
    mandate: mandate && { ...mandate, id, amr, authTime, at },
    decided: {
      event: approves ? 'approval_granted' : 'approval_rejected',
      at,
      ...ofRequest(request),
      ownerSub,
      clientAddress: approval.clientAddress,
      details: {
        approvalRequest: approval.id,
        jkt: approval.jkt,
        by: caller.kind,
        userAgent: placeOf(request).userAgent,
        ...(mandate && { mandate: id }),
      },
    },
  });
  if (!decided) {
    const current = await approvals.byId(approval.id);
    // The owner was deleted concurrently.
    throw current ? tooLate(current, at) : ownerUnauthorized();
  }
  metrics.approvalDecided(decision);
  return {
    status: decision,
    sub: ownerSub,
    clientId: approval.clientAddress,
    dpopJkt: approval.jkt,
    decidedAt: at.toISOString(),
  } as const;
}

function requirePending(approval: Approval, now: Date): void {
  if (approvalState(approval, now).state !== 'pending') throw tooLate(approval, now);
}

function tooLate(approval: Approval, now: Date): Error {
  const current = approvalState(approval, now);
  return current.state === 'pending' || current.decidedBy === 'timeout'
    ? requestExpired(endOf(approval))
    : alreadyDecided(current.state);
}

/** @throws DomainError `invalid_request` for a mandate that the request does not allow */
function readMandate(
  { limit, period, endsAt }: NonNullable<DecisionRequest['mandate']>,
  approval: Approval,
  now: Date,
): Pick<NewMandate, 'approval' | 'detail' | 'use' | 'limit' | 'period' | 'endsAt'> {
  const use = mandateUse(approval.details);
  if (!use) throw mandateRefused('A mandate is for a request with one detail of the type payment or action.');
  if (use.amount > BigInt(limit))
    throw mandateRefused('mandate.limit is below the amount of this request, which counts.');
  const end = new Date(endsAt);
  if (end <= now || end.getTime() > now.getTime() + longestMandateMs)
    throw mandateRefused('mandate.endsAt must be a time within a year from now.');
  return { approval, detail: use.detail, use, limit: BigInt(limit), period, endsAt: end };
}

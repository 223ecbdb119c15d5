import type { Mandate as MandateResponse, OwnerRequest } from '../../../generated/sso/types.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { requireOwner } from '../caller/caller.ts';
import { iconUrlOf } from '../clients/client.ts';
import { mandateNotFound } from '../errors/owner-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { placeResponse } from '../sessions/place.ts';
import type { GrantSecrets } from '../tokens/grant-secrets.ts';
import { type Approval, approvalState } from './approval.ts';
import { detailTexts } from './details.ts';
import type { Mandate } from './mandate-store.ts';

/** Lists what agents asked the caller, the newest first. */
export const listOwnerRequests: SsoHandler<'listOwnerRequests'> = async ({
  query,
  caller,
  approvals,
  secrets,
  settings,
  now,
  respond,
}) => {
  const at = now();
  const list = (page: PageRequest) =>
    approvals.list({ ownerSub: requireOwner(caller), state: query.state, at, ...page });
  const { items, ...page } = await readPage(query, list, byCreation);
  const requests = items.map((item) => requestResponse(item, { secrets, issuer: settings.issuer, at }));
  return respond(200, { requests, ...page });
};

function requestResponse(
  approval: Approval,
  {
    secrets,
    issuer,
    at,
  }: { readonly secrets: Pick<GrantSecrets, 'approvalLinkOf'>; readonly issuer: string; readonly at: Date },
): OwnerRequest {
  const { clientAddress: address, application } = approval;
  const current = approvalState(approval, at);
  return {
    requestId: secrets.approvalLinkOf(approval.id),
    client: {
      clientId: address,
      name: application.name,
      iconUrl: iconUrlOf({ address, ...application }, issuer),
    },
    agent: { jkt: approval.jkt, name: approval.agentName },
    bindingMessage: approval.bindingMessage,
    authorizationDetails: approval.details,
    permissions: detailTexts(approval),
    ...(approval.detailSentences.length > 0 && { detailSentences: [...approval.detailSentences] }),
    place: placeResponse(approval.place),
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    state: current.state,
    ...(current.state !== 'pending' && { decidedBy: current.decidedBy }),
    decidedAt: current.state === 'pending' ? null : current.decidedAt.toISOString(),
  };
}

export const getRequestBudget: SsoHandler<'getRequestBudget'> = async ({ caller, requestBudgets, respond }) =>
  respond(200, await requestBudgets.get(requireOwner(caller)));

export const setRequestBudget: SsoHandler<'setRequestBudget'> = async ({ caller, body, requestBudgets, respond }) => {
  await requestBudgets.set(requireOwner(caller), body);
  return respond(200, body);
};

/** Lists what agents of the caller may do without asking, the newest first. */
export const listMandates: SsoHandler<'listMandates'> = async ({ query, caller, mandates, now, respond }) => {
  const list = (page: PageRequest) => mandates.list({ ownerSub: requireOwner(caller), at: now(), ...page });
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, { mandates: items.map(mandateResponse), ...page });
};

const mandateResponse = (mandate: Mandate & { readonly applicationName: string }): MandateResponse => ({
  mandateId: mandate.id,
  clientId: mandate.clientAddress,
  applicationName: mandate.applicationName,
  agentJkt: mandate.jkt,
  authorizationDetail: mandate.detail,
  limit: String(mandate.limit),
  period: mandate.period,
  used: String(mandate.used),
  createdAt: mandate.createdAt.toISOString(),
  endsAt: mandate.endsAt.toISOString(),
});

/** Revokes one of the caller's mandates. */
export const revokeMandate: SsoHandler<'revokeMandate'> = async ({
  path: { mandateId },
  caller,
  atomically,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  await atomically(async ({ mandates, audit }) => {
    const clientAddress = await mandates.revoke({ id: mandateId, ownerSub, at });
    if (clientAddress === undefined) throw mandateNotFound(mandateId);
    const details = { mandate: mandateId };
    await audit.record({ event: 'mandate_revoked', at, ...ofRequest(request), ownerSub, clientAddress, details });
  });
  return respond(204);
};

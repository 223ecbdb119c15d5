import type {
  AdministeredReachRequest as AdministeredResponse,
  ReachRequest as ReachRequestResponse,
} from '../../../generated/sso/types.ts';
import { ofRequest } from '../administration/audit-store.ts';
import {
  reachNotPossible,
  reachRequestDecided,
  reachRequestNotFound,
  reachRequestPending,
} from '../errors/application-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { requireApplicationOwner, requireDeveloper } from './developer.ts';
import type { AdministeredReachRequest, ReachRequest } from './reach-request-store.ts';

/** Maps a request to the `ReachRequest` schema. */
export const reachRequestResponse = (request: ReachRequest): ReachRequestResponse => ({
  reachRequestId: request.id,
  status: request.status,
  reason: request.reason,
  createdAt: request.createdAt.toISOString(),
  decidedAt: request.decidedAt?.toISOString() ?? null,
  decisionReason: request.decisionReason,
});

const administeredResponse = (request: AdministeredReachRequest): AdministeredResponse => ({
  ...reachRequestResponse(request),
  application: {
    clientId: request.clientAddress,
    ...request.application,
    createdAt: request.application.createdAt.toISOString(),
  },
  requestedBy: request.requestedBy,
  requestedByName: request.requestedByName,
  decidedBy: request.decidedBy,
});

/** Asks the administrators for the reach `platform`. */
export const createReachRequest: SsoHandler<'createReachRequest'> = async ({
  path: { clientId },
  body: { reason },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, newId, now, request } = context;
  const at = now();
  const created = await atomically(async (stores) => {
    const client = await requireApplicationOwner(stores, clientId, ownerSub);
    if (client.reach === 'platform') throw reachNotPossible('platform');
    if (client.pairwiseSector !== null) throw reachNotPossible('pairwise');
    const requested = { id: newId(), clientAddress: clientId, requestedBy: ownerSub, reason, createdAt: at };
    const pending = await stores.reachRequests.create(requested);
    if (!pending) throw reachRequestPending();
    const about = { at, ...ofRequest(request), ownerSub, clientAddress: clientId };
    await stores.audit.record({ event: 'reach_requested', ...about, details: { reachRequestId: pending.id } });
    return pending;
  });
  return respond(201, reachRequestResponse(created));
};

/** Lists the requests for a higher reach, the most recent first. */
export const listReachRequests: SsoHandler<'listReachRequests'> = async ({ query, reachRequests, respond }) => {
  const list = (page: PageRequest) => reachRequests.list({ status: query.status, ...page });
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, { requests: items.map(administeredResponse), ...page });
};

/** Decides a request for a higher reach. */
export const decideReachRequest: SsoHandler<'decideReachRequest'> = async ({
  path: { reachRequestId },
  body: { decision, reason },
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const decided = await atomically(async (stores) => {
    const { clients, reachRequests, audit } = stores;
    const known = await reachRequests.byId(reachRequestId);
    if (!known) throw reachRequestNotFound(reachRequestId);
    const { clientAddress } = known;
    if (!(await reachRequests.decide(reachRequestId, { status: decision, at, by: administrator.name, reason })))
      throw reachRequestDecided((await reachRequests.byId(reachRequestId))?.status ?? known.status);
    if (decision === 'approved') await clients.update(clientAddress, { reach: 'platform' });
    const about = { at, ...ofRequest(request), administrator, clientAddress };
    await audit.record({ event: 'reach_decided', ...about, details: { reachRequestId, decision, reason } });
    return (await reachRequests.byId(reachRequestId)) ?? known;
  });
  return respond(200, administeredResponse(decided));
};

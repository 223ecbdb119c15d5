import { ofRequest } from '../administration/audit-store.ts';
import type { BrowserSession } from './browser-session-store.ts';
import { placeResponse } from './place.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { requireOwner } from '../caller/caller.ts';
import { browserSessionNotFound } from '../errors/owner-errors.ts';
import { clearedOwnerCookie } from '../caller/owner-session.ts';

/** Lists the browsers in which the caller is signed in, the most recently signed-in first. */
export const listBrowserSessions: SsoHandler<'listBrowserSessions'> = async ({
  query,
  caller,
  browserSessions,
  now,
  respond,
}) => {
  const list = (page: PageRequest) => browserSessions.list({ sub: requireOwner(caller), at: now(), ...page });
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    browserSessions: items.map((session) => ({
      ...browserSessionResponse(session),
      current: caller.kind === 'browser' && caller.tokenHash === session.tokenHash,
    })),
    ...page,
  });
};

/** Ends one of the caller's browser sessions, with the application sessions that were started in it. */
export const deleteBrowserSession: SsoHandler<'deleteBrowserSession'> = async ({
  path: { browserSessionId },
  caller,
  sessionTree,
  metrics,
  now,
  request,
  settings,
  respond,
}) => {
  const sub = requireOwner(caller);
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browser', sub, id: browserSessionId },
    reason: 'ended',
    at,
    event: {
      event: 'browser_signed_out',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      details: { browserSessionId, by: caller.kind },
    },
  });
  if (!ended) throw browserSessionNotFound(browserSessionId);
  metrics.revoked('ended', ended.sessions);
  const isOwn = caller.kind === 'browser' && caller.browserSessionId === browserSessionId;
  return respond(204, undefined, isOwn ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {});
};

/** Ends all of the caller's browser sessions, the one of this request included, with what was started in them. */
export const deleteBrowserSessions: SsoHandler<'deleteBrowserSessions'> = async ({ caller, respond, ...context }) => {
  const { sessionTree, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browsers', sub },
    reason: 'ended',
    at,
    event: {
      event: 'browser_signed_out',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      details: { scope: 'all_browsers', by: caller.kind },
    },
  });
  metrics.revoked('ended', ended?.sessions);
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};

/** Maps a browser session to the `BrowserSession` schema, but for `current`. */
export function browserSessionResponse({ id, place, createdAt, lastUsedAt, expiresAt }: BrowserSession) {
  return {
    browserSessionId: id,
    ...(place && { place: placeResponse(place) }),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

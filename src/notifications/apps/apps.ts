import { appNotFound, invalidField, tooManyApps } from '../errors.ts';
import { auditActor, requireApp, requireAppOwner, readPage, type NotificationsHandler } from '../handler.ts';
import { appResponse, administeredAppResponse } from '../responses.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { restorableMs } from './app-store.ts';
import { utcDay } from './usage-store.ts';

/** Maximum number of apps of one developer. */
const maxApps = 1000;

/** Creates an app that belongs to the caller. */
export const createApp: NotificationsHandler<'createApp'> = async (input) => {
  const { body, caller, request, store, now, newId, respond } = input;
  checkVisibleName(body.name);
  const app = { id: newId(), name: body.name, createdAt: now() };
  await store.atomically(async ({ apps, audit }) => {
    if (!(await apps.create({ ...app, ownerSub: caller.sub }, maxApps))) throw tooManyApps(maxApps);
    await audit.record({ event: 'app_created', appId: app.id, ...auditActor(caller, request) });
  });
  const fresh = { role: 'owner', icon: null, deletedAt: null, hasWebhook: false, webhookProblem: null } as const;
  return respond(201, appResponse({ ...app, ...fresh }));
};

/** Lists the apps of which the caller is a member, newest first. */
export const listApps: NotificationsHandler<'listApps'> = async ({ query, caller, store, respond }) => {
  const { deleted = false } = query;
  const list = ({ after, limit }: PageRequest) =>
    store.apps.list({ sub: caller.sub, deleted, after: after?.id, limit });
  const { items, nextCursor } = await readPage(query, list, byCreation);
  return respond(200, { apps: items.map((app) => appResponse({ ...app, icon: null })), nextCursor });
};

export const getApp: NotificationsHandler<'getApp'> = async ({ path, caller, store, respond }) =>
  respond(200, appResponse(await requireApp(store, path.appId, caller)));

/** Changes the name or the icon of an app. */
export const updateApp: NotificationsHandler<'updateApp'> = async ({ path, body, caller, request, store, respond }) => {
  const app = await requireApp(store, path.appId, caller);
  if (body.name !== undefined) checkVisibleName(body.name);
  await store.atomically(async ({ apps, audit }) => {
    await apps.update(app.id, body);
    const details = { members: Object.keys(body).join(' ') };
    await audit.record({ event: 'app_changed', appId: app.id, ...auditActor(caller, request), details });
  });
  return respond(200, appResponse(await requireApp(store, app.id, caller)));
};

/** Deletes an app: its keys stop working at once, its rows are erased 30 days later. */
export const deleteApp: NotificationsHandler<'deleteApp'> = async ({ path, caller, request, store, now, respond }) => {
  const { id: appId } = await requireAppOwner(store, path.appId, caller);
  await store.atomically(async ({ apps, audit }) => {
    await apps.setDeleted(appId, now());
    await audit.record({ event: 'app_deleted', appId, ...auditActor(caller, request) });
  });
  return respond(200, appResponse(await requireAppOwner(store, appId, caller)));
};

/** Restores a deleted app with its keys, consents and webhook. */
export const restoreApp: NotificationsHandler<'restoreApp'> = async (input) => {
  const { path, caller, request, store, now, respond } = input;
  const { id: appId, deletedAt } = await requireAppOwner(store, path.appId, caller);
  if (deletedAt !== null && now().getTime() - deletedAt.getTime() >= restorableMs) throw appNotFound();
  await store.atomically(async ({ apps, audit }) => {
    await apps.setDeleted(appId, null);
    await audit.record({ event: 'app_restored', appId, ...auditActor(caller, request) });
  });
  return respond(200, appResponse(await requireAppOwner(store, appId, caller)));
};

/** Letters and symbols that are drawn as nothing: fillers of Hangul, and the empty Braille pattern. */
const blank = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** @throws DomainError 400 for a name without a visible character: people could not tell such apps apart */
export function checkVisibleName(name: string): void {
  if (!visible.test(name.replace(blank, '')))
    throw invalidField('name', 'invisible', 'name has no visible character; add a letter, a digit or a symbol.');
}

/** Counts real notifications per UTC day and status. */
export const getUsage: NotificationsHandler<'getUsage'> = async ({ path, query, caller, store, now, respond }) => {
  const range = usageRange(query, now());
  const { id: appId } = await requireApp(store, path.appId, caller);
  const counts = await store.usage.count({ appId, ...range });
  return respond(200, { ...range, counts });
};

/** A count up to here reads a small part of a large table. */
const most = 10_000;

/** Counts the apps of all developers. */
export const getStatistics: NotificationsHandler<'getStatistics'> = async ({ countApps, respond }) =>
  respond(200, { apps: await countApps(most) }, { 'cache-control': 'public, max-age=5' });

/** Lists the apps of all developers, newest first. */
export const listAllApps: NotificationsHandler<'listAllApps'> = async ({ query, store, respond }) => {
  const { webhook, owner } = query;
  const list = ({ after, limit }: PageRequest) =>
    store.appAdministration.list({ webhook, ownerSub: owner, after: after?.id, limit });
  const { items, nextCursor } = await readPage(query, list, byCreation);
  return respond(200, { apps: items.map(administeredAppResponse), nextCursor }, { 'cache-control': 'no-store' });
};

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum number of days in a range, including both ends. */
const maxDays = 92;
const defaultDays = 30;
/** Earliest day that has a four-digit year. */
const firstDay = Date.parse('0000-01-01');

/** Returns the requested UTC days. @throws DomainError 1001 when the range is reversed or too long */
function usageRange(
  requested: { /** UTC days, YYYY-MM-DD. */ readonly from?: string; readonly to?: string },
  now: Date,
): { readonly from: string; readonly to: string } {
  const to = requested.to ?? utcDay(now);
  const from = requested.from ?? utcDay(new Date(Math.max(firstDay, Date.parse(to) - (defaultDays - 1) * dayMs)));
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidField('from', 'range', `from (${from}) is after to (${to}); choose an earlier from.`);
  if (days > maxDays) throw invalidField('from', 'range', `the range has ${days} days; request at most ${maxDays}.`);
  return { from, to };
}

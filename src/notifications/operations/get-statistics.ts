import type { NotificationsHandler } from '../handler.ts';

/** A count up to here reads a small part of a large table. */
const most = 10_000;

/** Counts the apps of all developers. */
export const getStatistics: NotificationsHandler<'getStatistics'> = async ({ store, respond }) =>
  respond(200, { apps: await store.appAdministration.count(most) }, { 'cache-control': 'public, max-age=5' });

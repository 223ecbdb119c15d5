/** Built from `service-worker.ts`, served by `register-host.ts`. */
export const workerPath = '/host/service-worker.js';

/** A worker knows its own address and nothing of the page, so the address says whom it reports to. */
export const workerAddress = (notifications: string): string =>
  `${workerPath}?${new URLSearchParams({ notifications })}`;

/** @param href the worker's own address */
export const notificationsOf = (href: string): string => new URL(href).searchParams.get('notifications') ?? '';

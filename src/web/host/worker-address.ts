/** Path of the service worker, which `register-host.ts` serves. */
export const workerPath = '/host/service-worker.js';

/** Returns the worker's URL. A worker knows only its own URL, so it contains the notification service's address. */
export const workerAddress = (notifications: string): string =>
  `${workerPath}?${new URLSearchParams({ notifications })}`;

/** Returns the notification service's base URL. @param href URL of the worker */
export const notificationsOf = (href: string): string => new URL(href).searchParams.get('notifications') ?? '';

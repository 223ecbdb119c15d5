import { isJsonObject } from '../../../protocol/json-object.ts';
import { accountPath } from '../../host/worker-messages.ts';
import type { ExtendableEvent, WorkerScope } from '../../worker-scope.ts';

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface OwnerShellScope {
  /** Written by the provider above this script. */
  readonly ownerShell: { readonly version: string; readonly addresses: readonly [offline: string, ...string[]] };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as OwnerShellScope & WorkerScope<unknown>;
const { version, addresses } = worker.ownerShell;
const [offline] = addresses;
const cacheName = `owner-shell-${version}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...addresses])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // Everything else goes to the network as if there were no worker: answers about the owner are kept nowhere.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => shell(offline, request)));
  else if (addresses.includes(pathOf(request.url)))
    event.respondWith(fetch(request).catch(() => shell(pathOf(request.url), request)));
});

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Returns what the worker keeps; without it the request fails as it would without a worker. */
const shell = async (address: string, request: Request): Promise<Response> =>
  (await caches.match(address, { cacheName })) ?? fetch(request);

worker.addEventListener('push', (event) => {
  const push = event.data?.json();
  if (!isJsonObject(push)) return;
  const { title, body, notificationId, startParam } = push;
  if (typeof title !== 'string' || typeof body !== 'string') return;
  const data = accountPath(typeof startParam === 'string' ? { startParam } : {});
  const tag = typeof notificationId === 'string' ? { tag: notificationId } : {};
  event.waitUntil(worker.registration.showNotification(title, { body, data, icon: '/owner/icon-192.png', ...tag }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Opens an address of the app in its window, or in a new one. */
async function open(address: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: false });
  if (window === undefined) await worker.clients.openWindow(address);
  else await (await window.navigate(address))?.focus();
}

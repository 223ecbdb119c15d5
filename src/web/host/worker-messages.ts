import type { Push } from '../../../generated/notifications/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

const fragmentPrefix = '#tap=';

/** Returns the URL that a tapped notification opens when no host page is open. */
export const tapAddress = (push: Push): string =>
  `${homePath}${fragmentPrefix}${encodeURIComponent(JSON.stringify(withoutToken(push)))}`;

/** Returns the message that a tapped notification posts to an open host page. */
export const tapMessage = (push: Push): object => ({ type: 'tap', push: withoutToken(push) });

/** Removes the receipt token: only the worker uses it, the page reports as the signed-in user. */
function withoutToken({ notificationId, appId, title, body, startParam, sentAt }: Push): Push {
  return { notificationId, appId, title, body, sentAt, ...(startParam !== undefined && { startParam }) };
}

/** Path at the provider that a push of the platform is about: the request of an agent, or what happened. */
export const accountPath = ({ startParam }: Pick<Push, 'startParam'>): string =>
  startParam !== undefined && /^[\w-]+$/.test(startParam) ? `/owner/requests/${startParam}` : '/owner#activity';

export function readTapMessage(data: unknown): Push | undefined {
  return isJsonObject(data) && data['type'] === 'tap' ? readPush(data['push']) : undefined;
}

/** Reads the push of a URL from `tapAddress`. @param hash `location.hash` */
export function readTapAddress(hash: string): Push | undefined {
  if (!hash.startsWith(fragmentPrefix)) return undefined;
  try {
    return readPush(JSON.parse(decodeURIComponent(hash.slice(fragmentPrefix.length))));
  } catch {
    return undefined;
  }
}

/** Validates the value, because anyone can craft such a URL. At worst it opens an app with a start parameter. */
function readPush(value: unknown): Push | undefined {
  if (!isJsonObject(value)) return undefined;
  const { notificationId, appId, title, body, startParam, sentAt } = value;
  if (typeof notificationId !== 'string' || typeof appId !== 'string' || typeof title !== 'string') return undefined;
  if (typeof body !== 'string' || typeof sentAt !== 'string') return undefined;
  const tapped = { notificationId, appId, title, body, sentAt };
  return typeof startParam === 'string' ? { ...tapped, startParam } : tapped;
}

/** Milliseconds. */
const timeout = 500;
const question = { type: 'watching' } as const;

/**
 * Asks a host page whether it currently shows the user's pushes itself. A page that does not respond in time does not.
 *
 * @param elapsed resolves after the given milliseconds
 */
export async function isWatching(
  page: { postMessage(message: unknown, transfer: readonly MessagePort[]): void },
  elapsed: (milliseconds: number) => Promise<void>,
): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const response = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
  });
  page.postMessage(question, [port2]);
  const watching = await Promise.race([response, elapsed(timeout).then(() => false)]);
  port1.close();
  return watching;
}

/** Responds to a message if it is this question. */
export function respondToWatching({ data, ports }: Pick<MessageEvent, 'data' | 'ports'>, watching: boolean): void {
  if (isJsonObject(data) && data['type'] === question.type) ports[0]?.postMessage(watching);
}

/** Path of the list of mini apps. */
export const homePath = '/host';
const apps = `${homePath}/apps/`;

/** What an address of the host shows. */
type HostRoute = { readonly page: 'home' | 'unknown' } | OpenAppRoute;

interface OpenAppRoute {
  readonly page: 'app';
  readonly appId: string;
  /** Passed to the app, for example by a tapped notification. */
  readonly startParam: string | undefined;
}

/** Returns the address of an open mini app, with which a reload, a bookmark or another tab opens it again. */
export const appPath = (appId: string, startParam?: string): string =>
  apps + encodeURIComponent(appId) + (startParam === undefined ? '' : `?${new URLSearchParams({ start: startParam })}`);

export function hostRouteOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): HostRoute {
  const path = pathname.replace(/\/$/, '');
  if (path === homePath) return { page: 'home' };
  const appId = path.startsWith(apps) ? path.slice(apps.length) : '';
  if (!/^[\w-]+$/.test(appId)) return { page: 'unknown' };
  return { page: 'app', appId, startParam: new URLSearchParams(search).get('start') ?? undefined };
}

/** Whether a page at this address belongs to the host, with an open app or without. */
export const isHostPage = (url: URL): boolean => hostRouteOf(url).page !== 'unknown';

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  readonly visibilityState: string;
  navigate(url: string): Promise<WindowClient | null>;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}

/**
 * The part of ServiceWorkerGlobalScope that the workers of all pages use; the compiler is configured for a page's global
 * scope. `PushData` is what a push carries.
 */
export interface WorkerScope<PushData> {
  readonly registration: ServiceWorkerRegistration;
  readonly location: { readonly href: string };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: 'push',
    listener: (event: ExtendableEvent & { readonly data: { json(): PushData } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: ExtendableEvent & { readonly notification: Notification }) => void,
  ): void;
}

/** Path of the list of mini apps. */
export const homePath = '/host';
const apps = `${homePath}/apps/`;

/** What an address of the host shows. */
export type HostRoute = { readonly page: 'home' | 'unknown' } | OpenAppRoute;

interface OpenAppRoute {
  readonly page: 'app';
  readonly appId: string;
  /** Passed to the app, for example by a tapped notification. */
  readonly startParam: string | undefined;
}

/** Returns the address of an open mini app, with which a reload, a bookmark or another tab opens it again. */
export const appPath = (appId: string, startParam?: string): string =>
  apps + encodeURIComponent(appId) + (startParam === undefined ? '' : `?${new URLSearchParams({ start: startParam })}`);

/** Reads an address of the host. */
export function hostRouteOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): HostRoute {
  const path = pathname.replace(/\/$/, '');
  if (path === homePath) return { page: 'home' };
  const appId = path.startsWith(apps) ? path.slice(apps.length) : '';
  if (!/^[\w-]+$/.test(appId)) return { page: 'unknown' };
  return { page: 'app', appId, startParam: new URLSearchParams(search).get('start') ?? undefined };
}

/** Whether a page at this address belongs to the host, with an open app or without. */
export const isHostPage = (url: URL): boolean => hostRouteOf(url).page !== 'unknown';

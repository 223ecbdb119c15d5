/** What the host tells a mini app when it opens it: set once at boot, never changed in the session. */
export interface LaunchParams {
  /** Contract version of the host. */
  readonly contractVersion: string | undefined;
  readonly hostVersion: string | undefined;
  /** `ios`, `android`, `web` … */
  readonly platform: string | undefined;
  /** The `startParam` of the notification that was tapped, or of the link that was opened. */
  readonly startParam: string | undefined;
  /** An access token for the mini app's own backend. */
  readonly authToken: string | undefined;
}

/** Reads what the host injected before the page's scripts ran. Anything but text counts as absent. */
export function readLaunchParams(window: object | undefined): LaunchParams {
  const read = (name: string): string | undefined => {
    const value: unknown = window && Reflect.get(window, `__PLATFORM_${name}__`);
    return typeof value === 'string' ? value : undefined;
  };
  return Object.freeze({
    contractVersion: read('CONTRACT_VERSION'),
    hostVersion: read('HOST_VERSION'),
    platform: read('PLATFORM'),
    startParam: read('START_PARAM'),
    authToken: read('AUTH_TOKEN'),
  });
}

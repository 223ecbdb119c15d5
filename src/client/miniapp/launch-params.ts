/** Parameters that the host sets when it opens a mini app; constant during the session. */
export interface LaunchParams {
  /** Contract version of the host. */
  readonly contractVersion: string | undefined;
  readonly hostVersion: string | undefined;
  /** `ios`, `android`, `web` … */
  readonly platform: string | undefined;
  /** The `startParam` of the tapped notification or opened link. */
  readonly startParam: string | undefined;
  /** Access token for the mini app's backend. */
  readonly authToken: string | undefined;
}

/** Reads the values that the host injected before the page's scripts ran. Values other than strings are ignored. */
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

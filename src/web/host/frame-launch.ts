/**
 * Launch data that the host passes to a mini app in the name of its frame. Scripts can read it first; it appears in no
 * URL or history, and other frames cannot see it.
 */
interface FrameLaunch {
  /** Target origin of the mini app's messages. */
  readonly hostOrigin: string;
  /** Set as `window.__PLATFORM_<name>__`, which the client's `readLaunchParams` reads. */
  readonly params: Readonly<Record<string, string>>;
}

const namePrefix = 'platform-host:';

export const frameName = (launch: FrameLaunch): string => namePrefix + JSON.stringify(launch);

/** Reads the launch data; undefined for a frame without it. */
export function readFrameName(name: string): FrameLaunch | undefined {
  if (!name.startsWith(namePrefix)) return undefined;
  // Written by `frameName`.
  return JSON.parse(name.slice(namePrefix.length));
}

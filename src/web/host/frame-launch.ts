/**
 * What the host hands to a mini app at its boot, by the name of its frame: scripts read it before anything else, it
 * stands in no address and no history, and no other frame sees it.
 */
export interface FrameLaunch {
  /** Where the mini app's messages may go. */
  readonly hostOrigin: string;
  /** Becomes `window.__PLATFORM_<name>__`, see the client package's `readLaunchParams`. */
  readonly params: Readonly<Record<string, string>>;
}

const mark = 'platform-host:';

export const frameName = (launch: FrameLaunch): string => mark + JSON.stringify(launch);

/** Undefined for a frame that no host has named. */
export function readFrameName(name: string): FrameLaunch | undefined {
  if (!name.startsWith(mark)) return undefined;
  // Made by frameName: nobody else names frames like this.
  return JSON.parse(name.slice(mark.length));
}

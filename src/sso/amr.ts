import type { BrowserCaller, DeviceCaller } from './caller.ts';

/**
 * Returns the authentication methods of a decision (RFC 8176 §2). A passkey proves possession of a key (`pop`) with
 * user verification (`user`, `mfa`); a device key proves possession only.
 */
export function amrOf({ kind }: Pick<BrowserCaller | DeviceCaller, 'kind'>): readonly string[] {
  return kind === 'browser' ? ['pop', 'user', 'mfa'] : ['pop'];
}

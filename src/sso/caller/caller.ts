import type { Confirmation } from '../../runtime/contract/confirmation.ts';
import type { Ed25519Jwk, Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { unknownDevice } from '../errors/owner-errors.ts';

/** A passkey or device of an owner, as the rows that it opened name it. */
export type Authenticator = `passkey:${string}` | `device:${string}`;

export const passkeyAuthenticator = (credentialId: string): Authenticator => `passkey:${credentialId}`;
export const deviceAuthenticator = (jkt: string): Authenticator => `device:${jkt}`;

/** Returns the credential id of a passkey, or the thumbprint of a device. */
export const authenticatorKey = (authenticator: Authenticator): string =>
  authenticator.slice(authenticator.indexOf(':') + 1);

/** A device key that signed this request. */
export interface DeviceCaller {
  readonly kind: 'device';
  readonly jkt: Thumbprint;
  readonly jwk: Ed25519Jwk;
  /** Owner of the key; undefined when the key is not enrolled. */
  readonly sub: string | undefined;
}

/** A browser session, started with a passkey. */
export interface BrowserCaller {
  readonly kind: 'browser';
  readonly sub: string;
  /** SHA-256 of the session cookie. */
  readonly tokenHash: string;
  /** Last passkey ceremony in this browser. */
  readonly confirmedAt: Date;
  /** Public id of the session. */
  readonly browserSessionId: string;
  /** The passkey that started the session; null when it is not known. */
  readonly authenticator: Authenticator | null;
}

/** An application that presented a live access token. */
export interface TokenCaller {
  /** Claim of the token, by which the application knows the person. */
  readonly sub: string;
  /** Session address of the person. */
  readonly ownerSub: string;
  readonly clientId: string;
  /** `aud` of the token. */
  readonly audience: readonly string[];
  readonly scope: string;
  /** Thumbprint of the key that the token is bound to; undefined for a Bearer token. */
  readonly jkt?: Thumbprint | undefined;
  /** The sign-in that the token belongs to. */
  readonly sessionId: string;
  /** Last confirmation of the person; undefined for tokens without `auth_time`. */
  readonly confirmedAt: Date | undefined;
  readonly confirmation: Confirmation;
}

/** Returns the device that signed the request, or the passkey that signed the browser in; null when it is not known. */
export const authenticatorOf = (caller: BrowserCaller | DeviceCaller): Authenticator | null =>
  caller.kind === 'device' ? deviceAuthenticator(caller.jkt) : caller.authenticator;

/**
 * Returns the authentication methods of a decision (RFC 8176 §2). A passkey proves possession of a key (`pop`) with
 * user verification (`user`, `mfa`); a device key proves possession only.
 */
export function amrOf({ kind }: Pick<BrowserCaller | DeviceCaller, 'kind'>): readonly string[] {
  return kind === 'browser' ? ['pop', 'user', 'mfa'] : ['pop'];
}

/**
 * Returns the owner that a caller acts for.
 *
 * @throws DomainError `unknown_device` when the caller's key is not enrolled
 */
export function requireOwner(caller: BrowserCaller | DeviceCaller): string {
  if (caller.sub === undefined) throw unknownDevice();
  return caller.sub;
}

import type { Ed25519Jwk, Thumbprint } from '../protocol/jwk-thumbprint.ts';

/** A device that signed this request with its key. */
export interface DeviceCaller {
  readonly kind: 'device';
  readonly jkt: Thumbprint;
  readonly jwk: Ed25519Jwk;
  /** The owner that enrolled the key; undefined while nobody has. */
  readonly sub: string | undefined;
}

/** A browser in which an owner signed in with a passkey. */
export interface BrowserCaller {
  readonly kind: 'browser';
  readonly sub: string;
  /** Names the browser session that the cookie belongs to. */
  readonly tokenHash: string;
}

/** An application that presented a live access token. */
export interface TokenCaller {
  readonly sub: string;
  readonly clientId: string;
}

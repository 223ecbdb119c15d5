import { sha256Base64url } from '#sha256';
import { equalText } from './bytes.ts';

/** Returns whether a value is a code verifier: 43 to 128 unreserved characters (RFC 7636 §4.1). */
export function isCodeVerifier(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

/** Returns whether a value has the form of an S256 challenge: 43 base64url characters (RFC 7636 §4.2). */
export function isCodeChallenge(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Returns the S256 challenge of a verifier: base64url SHA-256 of its ASCII (RFC 7636 §4.2). */
export function s256Challenge(verifier: string): string {
  return sha256Base64url(verifier);
}

/** Returns whether a verifier is well-formed and matches the S256 challenge (RFC 7636 §4.6). */
export function verifyCodeVerifier(verifier: unknown, challenge: string): boolean {
  return isCodeVerifier(verifier) && equalText(s256Challenge(verifier), challenge);
}

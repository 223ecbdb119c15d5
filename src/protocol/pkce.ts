import { sha256 } from '#sha256';
import { encodeBase64url } from './base64url.ts';
import { equalText } from './constant-time.ts';

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
export function isCodeVerifier(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

/** An S256 challenge has the form of a SHA-256 in base64url: 43 characters (RFC 7636 §4.2). */
export function isCodeChallenge(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** RFC 7636 §4.2, method S256: base64url of the SHA-256 of the verifier's ASCII. */
export function s256Challenge(verifier: string): string {
  return encodeBase64url(sha256(verifier));
}

/** RFC 7636 §4.6: whether the verifier is well-formed and opens the challenge. */
export function verifyCodeVerifier(verifier: unknown, challenge: string): boolean {
  return isCodeVerifier(verifier) && equalText(s256Challenge(verifier), challenge);
}

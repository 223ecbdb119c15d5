import { encodeBase64url } from '../../protocol/base64url.ts';
import type { TokenStorage } from './token-storage.ts';

/** The document's table "Client values persisted", session storage. */
export const flowKeys = {
  codeVerifier: 'platform-sso_code_verifier',
  state: 'platform-sso_state',
  nonce: 'platform-sso_nonce',
} as const;

/** The secrets of one sign-in attempt. */
export interface PendingSignIn {
  /** PKCE verifier: 43 characters (RFC 7636 §4.1). */
  readonly codeVerifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** @throws Error where no cryptographic random source exists */
export function createPendingSignIn(): PendingSignIn {
  return { codeVerifier: secret(), state: secret(), nonce: secret() };
}

export function storePendingSignIn(storage: TokenStorage, signIn: PendingSignIn): void {
  storage.setItem(flowKeys.codeVerifier, signIn.codeVerifier);
  storage.setItem(flowKeys.state, signIn.state);
  storage.setItem(flowKeys.nonce, signIn.nonce);
}

/** Forgets everything about the pending sign-in. */
export function clearPendingSignIn(storage: TokenStorage): void {
  for (const key of Object.values(flowKeys)) storage.removeItem(key);
}

/** 256 random bits. */
function secret(): string {
  const source = globalThis.crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new Error('There is no cryptographic random source (crypto.getRandomValues): sign-in needs one.');
  }
  return encodeBase64url(source.getRandomValues(new Uint8Array(32)));
}

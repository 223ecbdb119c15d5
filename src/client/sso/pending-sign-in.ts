import { encodeBase64url } from '../../protocol/base64url.ts';
import type { TokenStorage } from './stored-session.ts';

/** Session storage keys of the interface document, table "Client values persisted". */
export const flowKeys = {
  codeVerifier: 'platform-sso_code_verifier',
  state: 'platform-sso_state',
  nonce: 'platform-sso_nonce',
} as const;

/** Session storage key of the link and polling code, JSON. */
export const pendingLinkKey = 'platform-sso_pending_sign_in';

/** Session storage key of a sign-in by redirect, JSON: it has secrets of its own beside those of a shown link. */
export const redirectKey = 'platform-sso_redirect';

const allKeys = [...Object.values(flowKeys), pendingLinkKey, redirectKey];

/** Secrets of one sign-in attempt. */
export interface PendingSignIn {
  /** PKCE verifier: 43 characters (RFC 7636 §4.1). */
  readonly codeVerifier: string;
  readonly state: string;
  readonly nonce: string;
}

/**
 * Creates the secrets of a sign-in.
 *
 * @throws Error where a sign-in could not be completed: without a cryptographic random source or signature verification
 */
export function createPendingSignIn(): PendingSignIn {
  const signIn = { codeVerifier: secret(), state: secret(), nonce: secret() };
  // Said before the person approves: the id_token could not be verified afterwards.
  if (globalThis.crypto.subtle === undefined) {
    throw new Error('crypto.subtle is not available: open the page over https or on a loopback host.');
  }
  return signIn;
}

/** Stores the secrets of a sign-in. When the storage is full, an earlier pending sign-in stays complete. */
export function storePendingSignIn(storage: TokenStorage, signIn: PendingSignIn): void {
  const before = allKeys.map((key) => [key, storage.getItem(key)] as const);
  try {
    storage.removeItem(pendingLinkKey);
    storage.setItem(flowKeys.codeVerifier, signIn.codeVerifier);
    storage.setItem(flowKeys.state, signIn.state);
    storage.setItem(flowKeys.nonce, signIn.nonce);
  } catch (error) {
    for (const [key, value] of before) {
      if (value === null) storage.removeItem(key);
      else if (storage.getItem(key) !== value) storage.setItem(key, value);
    }
    throw error;
  }
}

/** Deletes the pending sign-in. */
export function clearPendingSignIn(storage: TokenStorage): void {
  for (const key of allKeys) storage.removeItem(key);
}

/** 256 random bits. */
function secret(): string {
  const source = globalThis.crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new Error('crypto.getRandomValues is not available: sign-in needs a cryptographic random source.');
  }
  return encodeBase64url(source.getRandomValues(new Uint8Array(32)));
}

import { isJsonObject } from '../../protocol/json-object.ts';
import type { TokenStorage } from './token-storage.ts';

/** The document's table "Client values persisted", token storage. */
export const tokenKeys = {
  accessToken: 'platform-sso_access_token',
  idToken: 'platform-sso_id_token',
  idTokenClaims: 'platform-sso_id_token_claims',
  refreshToken: 'platform-sso_refresh_token',
  /** Milliseconds since 1970. */
  tokenExpiry: 'platform-sso_token_expiry',
} as const;

/** Claims of a verified id_token (the document, "Token claims"). Times in Unix seconds. */
export interface IdTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  readonly exp: number;
  readonly iat?: number;
  readonly nonce?: string;
  readonly auth_time?: number;
  readonly azp?: string;
  /** Thumbprint of the key that the tokens are bound to (RFC 7800). */
  readonly cnf?: { readonly jkt: string };
  readonly [claim: string]: unknown;
}

/** What one answer of the token endpoint leaves behind. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiry: number;
  /** Left out when the answer had no id_token. */
  readonly idToken?: { readonly token: string; readonly claims: IdTokenClaims } | undefined;
}

export type TokenName = keyof typeof tokenKeys;

/** The values of one session in token storage. */
export interface StoredSession {
  read(name: TokenName): string | null;
  /** Of the persisted claims, expired or not; null when there are none that can be read. */
  claims(): IdTokenClaims | null;
  /** Writes all values, or none: a full storage leaves the former session. Members left out stay as they are. */
  write(tokens: Partial<Record<TokenName, string | null>>): void;
  clear(): void;
  /** Runs after every change that this page makes. @returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

// By storage, so that several clients over one storage hear of each other.
const listeners = new WeakMap<TokenStorage, Set<() => void>>();

export function createStoredSession(storage: TokenStorage): StoredSession {
  const heard = listeners.get(storage) ?? new Set();
  listeners.set(storage, heard);
  const put = (name: TokenName, value: string | null) => {
    if (value === null) storage.removeItem(tokenKeys[name]);
    else storage.setItem(tokenKeys[name], value);
  };
  const read = (name: TokenName) => storage.getItem(tokenKeys[name]);
  const write: StoredSession['write'] = (tokens) => {
    const changed = names.filter((name) => tokens[name] !== undefined);
    const before = changed.map((name) => [name, read(name)] as const);
    try {
      for (const name of changed) put(name, tokens[name] ?? null);
    } catch (error) {
      for (const [name, value] of before) put(name, value);
      throw error;
    }
    for (const listener of heard) listener();
  };
  return {
    read,
    claims: () => parseClaims(read('idTokenClaims')),
    write,
    clear: () =>
      write({ accessToken: null, idToken: null, idTokenClaims: null, refreshToken: null, tokenExpiry: null }),
    onChange: (listener) => {
      heard.add(listener);
      return () => void heard.delete(listener);
    },
  };
}

// The refresh token last: another tab that sees it change sees all the rest.
const names: readonly TokenName[] = ['accessToken', 'idToken', 'idTokenClaims', 'tokenExpiry', 'refreshToken'];

/** What `write` takes, of an answer of the token endpoint. */
export function toStoredValues({
  accessToken,
  refreshToken,
  expiry,
  idToken,
}: IssuedTokens): Record<TokenName, string | null> {
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    tokenExpiry: String(expiry),
    idToken: idToken?.token ?? null,
    idTokenClaims: idToken === undefined ? null : JSON.stringify(idToken.claims),
  };
}

function parseClaims(text: string | null): IdTokenClaims | null {
  if (text === null) return null;
  try {
    const claims: unknown = JSON.parse(text);
    return isIdTokenClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** Whether these are claims that a verified id_token can have. */
export function isIdTokenClaims(value: unknown): value is IdTokenClaims {
  if (!isJsonObject(value)) return false;
  const { iss, sub, aud, exp } = value;
  const audience = typeof aud === 'string' || (Array.isArray(aud) && aud.every((one) => typeof one === 'string'));
  return typeof iss === 'string' && typeof sub === 'string' && sub !== '' && audience && Number.isFinite(exp);
}

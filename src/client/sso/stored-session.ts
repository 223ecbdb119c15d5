import { isJsonObject } from '../../protocol/json-object.ts';

/** Token storage keys of the interface document, table "Client values persisted". */
export const tokenKeys = {
  accessToken: 'platform-sso_access_token',
  idToken: 'platform-sso_id_token',
  idTokenClaims: 'platform-sso_id_token_claims',
  refreshToken: 'platform-sso_refresh_token',
  /** Milliseconds since 1970. */
  tokenExpiry: 'platform-sso_token_expiry',
} as const;

/** Claims of a verified id_token (interface document, "Token claims"). Times in Unix seconds. */
export interface IdTokenClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  readonly exp: number;
  readonly iat?: number;
  readonly nonce?: string;
  readonly auth_time?: number;
  readonly azp?: string;
  /** Thumbprint of the key to which the tokens are bound (RFC 7800). */
  readonly cnf?: { readonly jkt: string };
  readonly [claim: string]: unknown;
}

/** Tokens of one response of the token endpoint. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiry: number;
  /** Undefined when the response had no id_token. */
  readonly idToken?: { readonly token: string; readonly claims: IdTokenClaims } | undefined;
}

export type TokenName = keyof typeof tokenKeys;

/** The values of one session in token storage. */
export interface StoredSession {
  read(name: TokenName): string | null;
  /** Returns the stored claims, expired or not; null when there are no valid ones. */
  claims(): IdTokenClaims | null;
  /** Writes all given values or, when the storage is full, none. Omitted members stay unchanged. */
  write(tokens: Partial<Record<TokenName, string | null>>): void;
  clear(): void;
  /** Subscribes to changes made by this page. @returns the function that unsubscribes */
  onChange(listener: () => void): () => void;
}

// By storage, so that all clients of one storage are notified.
const listenersByStorage = new WeakMap<TokenStorage, Set<() => void>>();

/** Creates the session of a token storage. */
export function createStoredSession(storage: TokenStorage): StoredSession {
  const listeners = listenersByStorage.get(storage) ?? new Set();
  listenersByStorage.set(storage, listeners);
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
    for (const listener of Array.from(listeners)) {
      try {
        listener();
      } catch {
        // What was stored does not depend on the application's listeners.
      }
    }
  };
  return {
    read,
    claims: () => parseClaims(read('idTokenClaims')),
    write,
    clear: () =>
      write({ accessToken: null, idToken: null, idTokenClaims: null, refreshToken: null, tokenExpiry: null }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

// The refresh token is written last: a tab that sees it change sees the other values too.
const names: readonly TokenName[] = ['accessToken', 'idToken', 'idTokenClaims', 'tokenExpiry', 'refreshToken'];

/** Converts issued tokens to storage values. */
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

/** Returns whether a value has the claims that every verified id_token has. */
export function isIdTokenClaims(value: unknown): value is IdTokenClaims {
  if (!isJsonObject(value)) return false;
  const { iss, sub, aud, exp } = value;
  const audience = typeof aud === 'string' || (Array.isArray(aud) && aud.every((one) => typeof one === 'string'));
  return typeof iss === 'string' && typeof sub === 'string' && sub !== '' && audience && Number.isFinite(exp);
}

/** Synchronous storage of a client: the used part of the Web Storage interface. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Creates in-memory storage for servers, tests and browsers that deny storage. */
export function createMemoryStorage(): TokenStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * Returns a storage of the browser, or new in-memory storage outside browsers (so that users of one server share nothing) and
 * when the browser denies storage (sandboxed frames).
 */
export function defaultStorage(kind: 'localStorage' | 'sessionStorage'): TokenStorage {
  // Recent Node versions have a global localStorage shared by all users of the process.
  if (typeof window === 'undefined' || typeof document === 'undefined') return createMemoryStorage();
  try {
    return window[kind] ?? createMemoryStorage();
  } catch {
    return createMemoryStorage();
  }
}

import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { createStatusLists, type StatusLists } from '../../protocol/status-lists.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/verified-token-cache.ts';
import { createKeySetResolver } from '../dpop/key-set-resolver.ts';

/** Which access tokens a service accepts. */
export interface TokenOptions {
  /** URL of the sign-in provider: exact `iss` of the access tokens. */
  readonly issuer: string;
  /**
   * Provider address of your application: only tokens issued to it are accepted. `'any-application'` accepts the tokens of
   * every application that may call services of the platform (their `aud` includes the issuer). The URI of your service
   * accepts the tokens that were issued for it (`resource`, RFC 8707). A list accepts each of its members.
   */
  readonly audience: string | readonly string[];
  /** Resolves the provider's keys. Default: its key set at `<issuer>/oauth/jwks`, cached as its Cache-Control says. */
  readonly keys?: KeyResolver | undefined;
  /** Clock skew in seconds, 0 to 300. Default 30. An expired token is rejected immediately. */
  readonly clockSkew?: number | undefined;
  /** Caches tokens with a verified signature. Default: up to 10,000 in this process. */
  readonly tokenCache?: VerifiedTokenCache | undefined;
  /** Fetches the key set and the status lists of revoked sessions. Default: the fetch of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
}

export interface TokenExpectation {
  readonly issuer: string;
  readonly audience: string | readonly string[];
  readonly keys: KeyResolver;
  readonly skew: number | undefined;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
}

const maxClockSkew = 300;

/** Validates token options and adds defaults. @throws TypeError that names the invalid option */
export function resolveTokenOptions(options: TokenOptions): TokenExpectation {
  const { issuer, audience, fetch, now = Date.now, clockSkew } = options;
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) {
    throw new TypeError(`issuer must be the URL of the sign-in provider, not ${issuer}.`);
  }
  const audiences = typeof audience === 'string' ? [audience] : (audience ?? []);
  if (audiences.length === 0 || audiences.some((one) => typeof one !== 'string' || one === '')) {
    throw new TypeError(
      "audience is required: the provider address of your application, or 'any-application' to accept tokens issued to every application.",
    );
  }
  if (clockSkew !== undefined && !(clockSkew >= 0 && clockSkew <= maxClockSkew)) {
    throw new TypeError(`clockSkew must be 0 to ${maxClockSkew} seconds, not ${clockSkew}.`);
  }
  const url = `${issuer.replace(/\/+$/, '')}/oauth/jwks`;
  const keys = options.keys ?? createKeySetResolver({ url, now, ...(fetch && { fetch }) });
  return {
    issuer,
    audience: audiences.map((one) => (one === 'any-application' ? issuer : one)),
    keys,
    skew: clockSkew,
    tokenCache: options.tokenCache ?? createVerifiedTokenCache(),
    statusLists: statusListsOf(keys, options),
  };
}

/** Status lists by key resolver. Callers of verifyRequest reuse the resolver, so a list is not fetched for every request. */
const listsByKeys = new WeakMap<KeyResolver, StatusLists>();

function statusListsOf(keys: KeyResolver, { issuer, fetch, now = Date.now }: TokenOptions): StatusLists {
  const known = listsByKeys.get(keys);
  if (known !== undefined) return known;
  const lists = createStatusLists({
    issuer,
    keys,
    now,
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });
  listsByKeys.set(keys, lists);
  return lists;
}

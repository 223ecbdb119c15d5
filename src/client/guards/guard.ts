import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { createStatusLists, type StatusLists } from '../../protocol/status-lists.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/access-token.ts';
import { createKeySetCache, type KeySetCacheOptions } from '../../protocol/key-set-cache.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import type { ChallengeOptions } from '../../protocol/challenge.ts';
import { scopeToRequest } from '../../protocol/token-scope.ts';
import type { RawHeaders } from '../../protocol/request-headers.ts';

/** A function that accepts or rejects a request. */
export type Verify<Accepted> = (request: GuardedRequest) => Promise<Accepted | Rejection<string>>;

/** Verified requests by request object, so that no framework type needs a new member. */
export interface VerifiedRequests<Accepted> {
  readonly set: (request: object, accepted: Accepted) => void;
  /** @throws Error for a request that no guard has verified */
  readonly get: (request: object) => Accepted;
}

/** @param guard name of the guard for the error message */
export function createVerifiedRequests<Accepted>(guard: string): VerifiedRequests<Accepted> {
  const verified = new WeakMap<object, Accepted>();
  return {
    set: (request, accepted) => void verified.set(request, accepted),
    get: (request) => {
      const accepted = verified.get(request);
      if (accepted === undefined) throw new Error(`The request was not verified: put the ${guard} before this route.`);
      return accepted;
    },
  };
}

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
  /**
   * Accepts the tokens of approvals too, whose only rights are their `authorization_details`: take these with
   * `useGrantedDetail`. Default false.
   */
  readonly approvals?: boolean | undefined;
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

/** Options of verifiers that respond with a challenge. */
export interface GuardOptions extends TokenOptions {
  /**
   * Public base URL of the service, for DPoP. Required behind a proxy and for Node servers, because Host and X-Forwarded
   * headers are ignored.
   */
  readonly baseUrl?: string | undefined;
  /** URL of the protected resource metadata (RFC 9728) for the challenge. */
  readonly resourceMetadata?: string | undefined;
  /**
   * Scopes that a client has to ask for, separated by spaces, for the challenge. The provider requires `openid` in every
   * request. Default `openid`. The verifier does not check scopes.
   */
  readonly scope?: string | undefined;
}

export interface TokenExpectation {
  readonly issuer: string;
  readonly audience: string | readonly string[];
  readonly keys: KeyResolver;
  readonly skew: number | undefined;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
  readonly approvals: boolean;
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
    approvals: options.approvals === true,
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

/**
 * Creates a resolver that finds the provider's keys in its key set. Caches the key set as its Cache-Control says (24 hours
 * without one), fetches it again for an unknown kid (at most every 10 seconds), and uses a stale one for a day while the
 * provider is unreachable.
 *
 * @param options `url` of the key set: `<provider>/oauth/jwks`
 */
export function createKeySetResolver(
  options: Pick<KeySetCacheOptions, 'url'> & Partial<Omit<KeySetCacheOptions, 'url'>>,
): KeyResolver {
  const { fetch = (input, init) => globalThis.fetch(input, init), now = Date.now } = options;
  return createKeySetCache({ ...options, fetch, now }).key;
}

/** Programs without types pass none, or a client of a database instead. @throws TypeError that names the stores */
export function requireReplayStore(store: Partial<ReplayStore> | undefined): void {
  if (typeof store?.once === 'function') return;
  throw new TypeError(
    'replayStore is required, because a signed request is accepted once: createMemoryReplayStore() for one process, createRedisReplayStore() or createKyselyReplayStore() for several.',
  );
}

/** @throws TypeError when a base URL is none: every proof would be refused for its address */
export function requireBaseUrl(baseUrl: string | undefined): void {
  // `http://localhost:${process.env.PORT}` without PORT begins well and is no URL.
  if (baseUrl === undefined || (/^https?:\/\/[^/?#\s][^?#\s]*$/.test(baseUrl) && URL.canParse(baseUrl))) return;
  throw new TypeError(
    `baseUrl is ${JSON.stringify(baseUrl)}, and has to begin with http:// or https:// and a host: https://notes.example.`,
  );
}

/** A rejected request with everything that the response needs. */
export interface Rejection<Code extends string> {
  readonly ok: false;
  /** 503 when the key set, the replay store or the nonce source is unreachable. */
  readonly status: 401 | 503;
  /** Stable error code; `unavailable` with 503. */
  readonly code: Code;
  /** Readable message that can be sent to the caller. */
  readonly message: string;
  /** WWW-Authenticate with 401, Retry-After with 503, DPoP-Nonce when nonces are required. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of the response. */
  readonly body: { readonly ok: false; readonly code: string; readonly error: string };
}

/** Returns the parameters of the challenge that name what a client has to ask for. */
export const challengeOf = ({ resourceMetadata, scope = scopeToRequest() }: ChallengeOptions): ChallengeOptions => ({
  resourceMetadata,
  scope,
});

const retryAfterSeconds = '5';

/** Creates a rejection with 401. */
export function rejectUnauthorized<Code extends string>(
  { code, message }: { readonly code: Code; readonly message: string },
  headers: Readonly<Record<string, string>>,
): Rejection<Code> {
  return { ok: false, status: 401, code, message, headers, body: { ok: false, code, error: message } };
}

/** Creates a rejection with 503 and Retry-After. */
export function rejectUnavailable({ message }: { readonly message: string }): Rejection<'unavailable'> {
  const code = 'unavailable';
  const headers = { 'Retry-After': retryAfterSeconds };
  return { ok: false, status: 503, code, message, headers, body: { ok: false, code, error: message } };
}

/** A received request: a fetch Request, or its method, url and headers. */
export interface GuardedRequest {
  readonly method: string;
  /** Absolute URL, or path and query when the verifier has a `baseUrl`. */
  readonly url: string;
  /** All header lines, repeated ones included. For Node pass headerPairs(request.rawHeaders): request.headers drops lines. */
  readonly headers: RawHeaders;
}

/** Returns the URL as the client sees it: path and query of the request under the public base URL. */
export function publicUrl(url: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return url;
  const path = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return baseUrl.replace(/\/+$/, '') + path;
}

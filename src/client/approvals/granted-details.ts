import type { AuthorizationDetail, OwnDetail } from '../../../generated/sso/types.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { responseText } from '../../protocol/bytes.ts';
import { ApprovalError } from './approval-endpoints.ts';

/** In place of a key, so that used details and used proofs share a store. */
const detailsKey = 'authorization_details' as Thumbprint;

/** Members that a granted detail must have, with these values. Other members are not compared. */
export type ExpectedDetail = Pick<AuthorizationDetail, 'type'> & Readonly<Record<string, unknown>>;

export type GrantedDetail =
  | { readonly ok: true; readonly detail: JsonObject }
  | { readonly ok: false; readonly code: 'detail_not_granted' | 'detail_used' };

/**
 * Takes a detail that the owner granted from a verified access token, once: a second request with the same token gets
 * `detail_used`. Give it the store of the transaction that acts on the detail, `createKyselyReplayStore(transaction)`, so
 * that a failed action leaves the detail unused.
 *
 * @param claims of the access token, from a verifier
 * @throws TypeError without a store
 */
export async function useGrantedDetail(
  claims: JsonObject,
  expected: ExpectedDetail,
  { store }: { readonly store: ReplayStore },
): Promise<GrantedDetail> {
  if (typeof store?.once !== 'function') {
    throw new TypeError(
      'store is required, because a granted detail is used once: createKyselyReplayStore(transaction), or createMemoryReplayStore() for one process.',
    );
  }
  const { jti, exp } = claims;
  const matches = grantedDetails(claims, expected);
  if (typeof jti !== 'string' || typeof exp !== 'number' || matches.length === 0)
    return { ok: false, code: 'detail_not_granted' };
  for (const { detail, index } of matches)
    if (await store.once(detailsKey, `${index} ${jti}`, exp)) return { ok: true, detail };
  return { ok: false, code: 'detail_used' };
}

/** Returns the granted details of a token that have the expected members, with their places. */
function grantedDetails({ authorization_details: granted }: JsonObject, expected: ExpectedDetail) {
  return (Array.isArray(granted) ? granted : []).flatMap((detail: unknown, index) =>
    isJsonObject(detail) && hasMembers(detail, expected) ? [{ detail, index }] : [],
  );
}

function hasMembers(detail: JsonObject, expected: ExpectedDetail): boolean {
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(detail, name) && canonicalJson(detail[name]) === canonicalJson(value),
  );
}

/** A detail of a type that an application registered; the provider checks its members by the schema of the type. */
export type RegisteredDetail = Readonly<Record<string, unknown>> & { readonly type: `${string}:${string}` };

/** A detail that is asked for: one of the provider's own types with its members, or one of a registered type. */
export type AskedDetail = OwnDetail | RegisteredDetail;

/** What a service has to know of a type of authorization details that it acts on. */
export interface ActedDetailType {
  readonly type: string;
  /** Whether a granted detail is good for one action; without it the detail counts as used once. */
  readonly usedOnce?: boolean | undefined;
}

export interface GrantedDetailsOptions<Transaction> {
  /** The types that the service acts on: documents of `readDetailTypes`, or a list of its own. */
  readonly types: readonly ActedDetailType[];
  /** Returns the store of the transaction that acts, such as `createKyselyReplayStore`. Needed when a type is used once. */
  readonly store?: ((transaction: Transaction) => ReplayStore) | undefined;
}

export interface GrantedDetails<Transaction> {
  /**
   * Takes a detail that the owner granted from a verified access token: once when its type says so. Call it in the
   * transaction that acts, so that a failed action leaves the detail unused.
   *
   * @param claims of the access token, from a verifier
   * @throws TypeError for a type that the service did not name
   */
  readonly use: (claims: JsonObject, expected: ExpectedDetail, transaction: Transaction) => Promise<GrantedDetail>;
}

/**
 * Creates what a service acts on granted details with. Call it at the start.
 *
 * @throws TypeError when a type is used once and there is no store
 */
export function createGrantedDetails<Transaction>({
  types,
  store,
}: GrantedDetailsOptions<Transaction>): GrantedDetails<Transaction> {
  const once = new Map(types.map(({ type, usedOnce = true }) => [type, usedOnce]));
  const needing = types.filter(({ usedOnce = true }) => usedOnce).map(({ type }) => type);
  if (needing.length > 0 && typeof store !== 'function')
    throw new TypeError(
      `store is required, because a detail of ${needing.join(', ')} is used once: (transaction) => createKyselyReplayStore(transaction).`,
    );
  return {
    use: async (claims, expected, transaction) => {
      const usedOnce = once.get(expected.type);
      if (usedOnce === undefined)
        throw new TypeError(`${expected.type} is not among the types of this service: ${[...once.keys()].join(', ')}.`);
      if (usedOnce && store) return useGrantedDetail(claims, expected, { store: store(transaction) });
      const [granted] = grantedDetails(claims, expected);
      return granted ? { ok: true, detail: granted.detail } : { ok: false, code: 'detail_not_granted' };
    },
  };
}

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;

export interface DetailTypesOptions {
  readonly issuer: string;
  readonly types: readonly string[];
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Reads the documents of types from the provider, for `createGrantedDetails`.
 *
 * @throws ApprovalError `bad_metadata` when a type has no document
 */
export function readDetailTypes({
  issuer,
  types,
  fetch = globalThis.fetch,
}: DetailTypesOptions): Promise<readonly Required<ActedDetailType>[]> {
  return Promise.all(
    types.map(async (type) => {
      const url = `${issuer.replace(/\/+$/, '')}/oauth/authorization-details-types/${encodeURIComponent(type)}`;
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      const usedOnce = usedOnceOf(await responseText(response, maxBytes), type);
      if (response.status !== 200 || usedOnce === undefined)
        throw new ApprovalError('bad_metadata', `${url} is not the document of ${type}.`, response.status);
      return { type, usedOnce };
    }),
  );
}

function usedOnceOf(text: string, type: string): boolean | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (!isJsonObject(body) || body['type'] !== type) return undefined;
    return typeof body['usedOnce'] === 'boolean' ? body['usedOnce'] : undefined;
  } catch {
    return undefined;
  }
}

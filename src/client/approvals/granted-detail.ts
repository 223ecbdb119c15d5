import type { AuthorizationDetail, OwnDetail } from '../../../generated/sso/types.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';

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
export function grantedDetails({ authorization_details: granted }: JsonObject, expected: ExpectedDetail) {
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

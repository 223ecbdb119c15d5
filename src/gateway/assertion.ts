import { normalizeHtu } from '../protocol/htu.ts';
import type { ForwardedRequest } from './forwarded-request.ts';
import type { GatewayConfig } from './config.ts';
import type { Identity } from './decide.ts';
import type { AssertionKey } from './signing-keys.ts';

/** `typ` of assertions, so that no other token can be taken for one (RFC 8725 §3.11). */
export const assertionType = 'agent-assertion+jwt';

export interface AssertionInput {
  readonly request: Pick<ForwardedRequest, 'method' | 'url'>;
  readonly identity: Identity;
  readonly settings: GatewayConfig['assertion'];
  readonly key: AssertionKey;
  /** Unix seconds. */
  readonly now: number;
  /** Unique. */
  readonly jti: string;
}

/**
 * Creates the signed statement for the upstream: who sends this request, by method and URL. It is worthless for another
 * request, and a short time later.
 */
export function createAssertion({ request, identity, settings, key, now, jti }: AssertionInput): string {
  const iat = Math.floor(now);
  const { sub, jkt, clientId, scope, helperOf, contentDigest, expires } = identity;
  const claims = {
    iss: settings.issuer,
    aud: settings.audience ?? new URL(request.url).origin,
    iat,
    exp: Math.min(iat + settings.ttl, expires ?? Number.POSITIVE_INFINITY),
    jti,
    htm: request.method,
    htu: normalizeHtu(request.url),
    // JSON has no undefined members.
    sub,
    client_id: clientId,
    scope,
    cnf: jkt === undefined ? undefined : { jkt },
    helper_of: helperOf.length === 0 ? undefined : helperOf,
    content_digest: contentDigest,
  };
  const signingInput = `${headerOf(key)}.${base64url(JSON.stringify(claims))}`;
  return `${signingInput}.${base64url(key.sign(Buffer.from(signingInput, 'latin1')))}`;
}

/** Encoded headers by key: they are the same in every assertion. */
const headers = new WeakMap<AssertionKey, string>();
function headerOf(key: AssertionKey): string {
  const known = headers.get(key);
  if (known !== undefined) return known;
  const header = base64url(JSON.stringify({ typ: assertionType, alg: 'EdDSA', kid: key.kid }));
  headers.set(key, header);
  return header;
}

const base64url = (content: string | Uint8Array): string => Buffer.from(content).toString('base64url');

import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../../src/typed-contract/client.ts';
import { dpopMiddleware } from '../../../src/client/http/middleware.ts';
import { isJsonObject } from '../../../src/protocol/json-object.ts';
import type { KeyResolver } from '../../../src/protocol/signed-jwt.ts';
import { boundedFetch, type FetchBounds } from '../network/bounded-fetch.ts';
import { Failure } from '../failure.ts';
import { notJsonObject } from './provider.ts';
import type { Keypair } from '../keypair/keypair.ts';

const bounds = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };

/** Timeouts that replace the default ones. */
export type TimeoutOverrides = Partial<Pick<FetchBounds, 'timeoutMs' | 'until'>>;

/** Connects to the endpoints without DPoP proofs: discovery, authorize, poll, JWKS. */
export function connectSso(baseUrl: string, timeouts: TimeoutOverrides = {}): SsoApiClient {
  return createSsoClient({ baseUrl, fetch: boundedFetch({ ...bounds, ...timeouts }) });
}

/**
 * Connects to endpoints that require the agent key; every request has a DPoP proof.
 * @param accessToken sent with the proof; the token endpoint needs none
 */
export function connectSsoWithProof(
  baseUrl: string,
  { jwk: publicJwk, sign: privateKey }: Keypair,
  now: () => number,
  timeouts: TimeoutOverrides = {},
  accessToken?: string,
): SsoApiClient {
  const fetch = boundedFetch({ ...bounds, ...timeouts });
  const proof = { keypair: { publicJwk, privateKey }, now, accessToken: () => accessToken };
  return createSsoClient({ baseUrl, fetch, middleware: [dpopMiddleware(proof)] });
}

/**
 * Returns the response of a call, including one with an undocumented status from a proxy or a newer provider.
 * @throws Failure provider_failed for a success that is not a JSON object; and what the call throws
 */
export async function responseOf<Result extends { readonly status: number; readonly body: unknown }>(
  call: Promise<Result>,
): Promise<Result | UndocumentedResponseError> {
  const response = await call.catch((error: unknown) => {
    if (error instanceof UndocumentedResponseError) return error;
    throw error;
  });
  const { status, body } = response;
  const isText = status < 300 && typeof body === 'string';
  if (isText || (status === 200 && !isJsonObject(body))) throw notJsonObject();
  return response;
}

/** Creates a resolver of the provider's signing keys; the JWKS is read once, on first use. */
export function providerKeys(sso: SsoApiClient): KeyResolver {
  let set: Promise<readonly ProviderKey[]> | undefined;
  return async (kid) => {
    set ??= readKeys(sso);
    return (await set).find((key) => key.kid === kid);
  };
}

interface ProviderKey {
  readonly kid: string;
  readonly kty: string;
  readonly n: string;
  readonly e: string;
}

async function readKeys(sso: SsoApiClient): Promise<readonly ProviderKey[]> {
  const response = await sso.getJwks();
  if (response.status !== 200)
    throw new Failure('provider_failed', `The provider's keys cannot be read: HTTP ${response.status}.`);
  return [...response.body.keys];
}

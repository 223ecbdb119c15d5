import { createSsoClient, type SsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/dpop-middleware.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { Failure } from './failure.ts';
import type { Keypair } from './keypair.ts';

const bounds = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };

/** The provider without proofs: discovery, authorize, poll, keys. */
export function connectSso(baseUrl: string): SsoClient {
  return createSsoClient({ baseUrl, fetch: boundedFetch(bounds) });
}

/** The provider's token endpoint, every request signed with the agent's key. */
export function connectSsoWithProof(baseUrl: string, keypair: Keypair, now: () => number): SsoClient {
  const key = { publicJwk: keypair.jwk, sign: keypair.sign };
  return createSsoClient({ baseUrl, fetch: boundedFetch(bounds), middleware: [dpopMiddleware({ key, now })] });
}

/** What the provider said, for a message: its error code and description. */
export function oauthError(answer: { readonly status: number; readonly body: unknown }): {
  readonly error: string;
  readonly text: string;
} {
  const body = typeof answer.body === 'object' && answer.body !== null ? answer.body : {};
  const error = 'error' in body && typeof body.error === 'string' ? body.error : `HTTP ${answer.status}`;
  const description = 'error_description' in body ? String(body.error_description) : '';
  return { error, text: description === '' ? error : `${error}: ${description}` };
}

/** Finds the provider's signing keys; the set is read once, when first needed. */
export function providerKeys(sso: SsoClient): KeyResolver {
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

async function readKeys(sso: SsoClient): Promise<readonly ProviderKey[]> {
  const answer = await sso.getJwks();
  if (answer.status !== 200)
    throw new Failure('provider_failed', `The provider's keys cannot be read: HTTP ${answer.status}.`);
  return [...answer.body.keys];
}

import { createSsoClient, type SsoClient } from '../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { dpopMiddleware } from '../../src/client/http/dpop-middleware.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { boundedFetch, type FetchBounds } from './bounded-fetch.ts';
import { Failure } from './failure.ts';
import type { Keypair } from './keypair.ts';

const bounds = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };

/** How long the provider is waited for, where that is not as usual. */
export type Patience = Partial<Pick<FetchBounds, 'timeoutMs' | 'until'>>;

/** The provider without proofs: discovery, authorize, poll, keys. */
export function connectSso(baseUrl: string, patience: Patience = {}): SsoClient {
  return createSsoClient({ baseUrl, fetch: boundedFetch({ ...bounds, ...patience }) });
}

/** The provider's token endpoint, every request signed with the agent's key. */
export function connectSsoWithProof(
  baseUrl: string,
  { jwk: publicJwk, sign: privateKey }: Keypair,
  now: () => number,
  patience: Patience = {},
): SsoClient {
  const fetch = boundedFetch({ ...bounds, ...patience });
  return createSsoClient({ baseUrl, fetch, middleware: [dpopMiddleware({ keypair: { publicJwk, privateKey }, now })] });
}

/**
 * The answer of a call, also one with a status that the contract does not know: a provider may stand behind a proxy, or
 * be a newer one.
 * @throws Failure provider_failed for a success that is no JSON object; and what the call throws
 */
export async function answerOf<Answer extends { readonly status: number; readonly body: unknown }>(
  call: Promise<Answer>,
): Promise<Answer | UndocumentedResponseError> {
  try {
    const answer = await call;
    if (answer.status !== 200 || isJsonObject(answer.body)) return answer;
  } catch (error) {
    if (error instanceof UndocumentedResponseError) return error;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure('provider_failed', 'The provider answered something that is no JSON object.');
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

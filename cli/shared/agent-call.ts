import { randomUUID } from 'node:crypto';
import type { SsoOperations } from '../../generated/sso/operations.ts';
import { createAttestation, getUserInfo } from '../../generated/sso/routes.ts';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { RequestBody } from '../../src/typed-contract/operation.ts';
import { readBody, withinBounds } from './bounded-fetch.ts';
import type { CommandHost } from './command.ts';
import type { Keypair } from './keypair.ts';
import { sendNodeRequest } from './node-request.ts';
import type { OwnerSession } from './owner-session.ts';
import { notJsonObject } from './provider-error.ts';

/** Operations of every commit. They are called without `fetch`, whose first use takes longer than the start of Node. */
const routes = { getUserInfo, createAttestation };

/** Timeout of each request, after which the provider counts as unreachable. */
const bounds = { timeoutMs: 5_000, maxBytes: 1024 * 1024 };

/** Who calls: the agent key and the session of its owner. */
export interface AgentCaller {
  readonly host: Pick<CommandHost, 'env' | 'caFile' | 'now'>;
  readonly keypair: Keypair;
  readonly session: Pick<OwnerSession, 'ssoBaseUrl' | 'accessToken'>;
}

/** A response of any status. */
export interface AgentCallResponse {
  readonly status: number;
  /** JSON, or the text of an error that is none; undefined without a body. */
  readonly body: unknown;
}

interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** Nonce of a DPoP nonce challenge (RFC 9449 §9). */
  readonly challenge: string | undefined;
}

async function send(
  { host: { env, caFile, now }, keypair: { jwk, sign, privateKey }, session: { ssoBaseUrl, accessToken } }: AgentCaller,
  operation: keyof typeof routes,
  body: string,
  nonce?: string,
): Promise<RawResponse> {
  const route = routes[operation];
  const method = route.method.toUpperCase();
  const url = ssoBaseUrl.replace(/\/$/, '') + route.path;
  const [iat, jti] = [Math.floor(now() / 1000), randomUUID()];
  const dpop = await signDpopProof({ htm: method, htu: url, now: iat, jti, jwk, sign, accessToken, nonce });
  const headers = {
    authorization: `DPoP ${accessToken}`,
    dpop,
    ...(body !== '' && { 'content-type': 'application/json' }),
    // While this process waits for a signer, it does not notice that the provider closes an idle connection.
    ...(privateKey === undefined && { connection: 'close' }),
  };
  const network = caFile === undefined ? env : { ...env, AGENT_ID_CA_FILE: caFile };
  return withinBounds(url, bounds, async (signal) => {
    const response = await sendNodeRequest({ method, url: new URL(url), headers, body, signal }, network);
    const text = (await readBody(url, response, bounds)).toString('utf8');
    const { statusCode: status = 0, headers: received } = response;
    const asksForNonce = status === 401 && (received['www-authenticate'] ?? '').includes('use_dpop_nonce');
    const nonce = received['dpop-nonce'];
    return { status, text, challenge: asksForNonce && typeof nonce === 'string' ? nonce : undefined };
  });
}

/** Parses a body as the generated client does: only an error may be text. @throws Failure provider_failed */
function parseBody({ status, text }: RawResponse): unknown {
  const isSuccess = status >= 200 && status < 300;
  try {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (status !== 200 || isJsonObject(body)) return body;
  } catch {
    if (!isSuccess) return text;
  }
  throw notJsonObject();
}

/**
 * Calls an operation of the provider with a DPoP proof, once more after a nonce challenge.
 * @throws Failure unreachable, timeout, response_too_large, provider_failed
 */
export async function callAsAgent<Operation extends keyof typeof routes>(
  caller: AgentCaller,
  operation: Operation,
  body: RequestBody<SsoOperations[Operation]>,
): Promise<AgentCallResponse> {
  const sent = body === undefined ? '' : JSON.stringify(body);
  const first = await send(caller, operation, sent);
  const last = first.challenge === undefined ? first : await send(caller, operation, sent, first.challenge);
  return { status: last.status, body: parseBody(last) };
}

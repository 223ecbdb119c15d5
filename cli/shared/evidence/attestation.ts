import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject } from '../../../src/protocol/json-object.ts';
import { networkReason, readBody, withinBounds } from '../network/bounded-fetch.ts';
import { Failure } from '../failure.ts';
import type { Keypair } from '../keypair/keypair.ts';
import { type OwnerSession, tokenClaims } from '../owner-session/owner-session.ts';
import type { ProviderTrust } from './provider-trust.ts';
import { notJsonObject, oauthError } from '../provider/provider.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { createAttestation, getUserInfo } from '../../../generated/sso/routes.ts';
import { signDpopProof } from '../../../src/protocol/dpop-proof.ts';
import type { RequestBody } from '../../../src/typed-contract/operation.ts';
import { sendNodeRequest } from '../network/node-fetch.ts';
import type { CommandHost } from '../host.ts';

type AttestationPurpose = 'commit' | 'anchor';

/** Digest of a commit: SHA-256 of its hexadecimal id in ASCII. @returns base64url */
export const commitDigest = (commit: string): string => createHash('sha256').update(commit).digest('base64url');

/** Digest of a trail head: its envelopeHash. @returns base64url */
export const anchorDigest = (envelopeHash: string): string => Buffer.from(envelopeHash, 'hex').toString('base64url');

/** A token with less remaining lifetime is refreshed before use, in seconds. */
const renewBeforeSeconds = 60;

const isShort =
  (host: CommandHost) =>
  ({ accessToken }: OwnerSession): boolean => {
    const exp = tokenClaims(accessToken)?.['exp'];
    return typeof exp !== 'number' || exp - host.now() / 1000 < renewBeforeSeconds;
  };

/** Failures that say nothing about the authorization: the provider cannot be asked now. */
const isUndecided = (error: unknown): boolean =>
  !(error instanceof Failure) ||
  !['authorization_revoked', 'agent_paused', 'delegation_refused', 'no_refresh_token', 'bad_id_token'].includes(
    error.code,
  );

/** A session whose authorization was checked, or `undefined` when the provider could not be asked. */
type LiveSession = OwnerSession | undefined;

/**
 * Asks the provider whether the session is authorized, and refreshes it when its token is short or refused.
 * @returns undefined when the provider cannot be reached
 * @throws Failure authorization_revoked, agent_paused, delegation_refused, no_refresh_token, bad_id_token
 */
export async function requireLiveSession(
  dir: StateDir,
  host: CommandHost,
  keypair: Keypair,
  session: OwnerSession,
  passphrase: string | undefined,
): Promise<LiveSession> {
  const refresh = async (wanted: (one: OwnerSession) => boolean): Promise<OwnerSession> => {
    const { refreshOwnerSession } = await import('../owner-session/refresh-owner-session.ts');
    return refreshOwnerSession(dir, keypair, host, passphrase, wanted);
  };
  try {
    const fresh = isShort(host)(session) ? await refresh(isShort(host)) : session;
    const { status } = await callAsAgent({ host, keypair, session: fresh }, 'getUserInfo', undefined);
    if (status === 401) return await refresh(({ accessToken }) => accessToken === fresh.accessToken);
    return fresh;
  } catch (error) {
    if (!isUndecided(error)) throw error;
    host.log(
      `warning: the provider cannot be asked: ${error instanceof Failure ? error.message : networkReason(error)}`,
    );
    return undefined;
  }
}

/**
 * Asks the provider to attest a digest.
 * @param digest SHA-256, base64url
 * @returns the JWT
 * @throws Failure attestation_refused, unreachable, timeout, provider_failed
 */
export async function requestAttestation(
  host: CommandHost,
  keypair: Keypair,
  session: OwnerSession,
  digest: string,
  purpose: AttestationPurpose,
): Promise<string> {
  const response = await callAsAgent({ host, keypair, session }, 'createAttestation', { digest, purpose });
  const { body } = response;
  const attestation = response.status === 201 && isJsonObject(body) ? body['attestation'] : undefined;
  if (typeof attestation === 'string') return attestation;
  throw new Failure('attestation_refused', `The provider did not attest: ${oauthError(response).text}.`);
}

/**
 * Verifies an attestation of a trusted provider.
 * @returns its time, Unix seconds
 * @throws Failure bad_attestation, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
 */
export async function verifyAttestation(
  trust: ProviderTrust,
  attestation: string,
  subject: {
    /** Issuer of the id_token, if known. */
    readonly issuer?: string;
    readonly jkt: string;
    readonly ownerSub?: string;
    readonly digest: string;
    readonly purpose: AttestationPurpose;
  },
): Promise<number> {
  const bad = (reason: string): Failure => new Failure('bad_attestation', `The attestation is not accepted: ${reason}`);
  const { issuer, claims } = await trust
    .verify(attestation, ['attestation+jwt'], 'attestation')
    .catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'bad_id_token' ? bad(error.message) : error;
    });
  const { sub, cnf, digest, purpose, iat } = claims;
  if (subject.issuer !== undefined && issuer !== subject.issuer) throw bad(`It was issued by ${issuer}.`);
  if (!isJsonObject(cnf) || cnf['jkt'] !== subject.jkt) throw bad('It is for another agent key.');
  if (subject.ownerSub !== undefined && sub !== subject.ownerSub) throw bad('It is for another owner.');
  if (digest !== subject.digest || purpose !== subject.purpose) throw bad('It is about something else.');
  if (typeof iat !== 'number') throw bad('It has no time.');
  return iat;
}

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

interface AgentCallResponse {
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

import { dpopHeader, type DpopProof, verifyDpopProof } from '../../protocol/dpop-proof.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { ProofError } from '../../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../../protocol/proof-jwt.ts';
import { headerPairs } from '../../protocol/request-headers.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { dpopNonceNeeded, invalidDpopProof, invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import type { Refusal, Refusals } from '../limits/attempt-limits.ts';
import type { Client } from '../clients/client.ts';
import type { SsoSettings } from '../settings.ts';

/** Seconds for which a used proof is stored beyond its acceptance window. */
const clockSkew = 30;

/**
 * Verifies the DPoP proof of a token request (RFC 9449 §5) without consuming it.
 *
 * @returns undefined when no proof was sent
 * @throws DomainError invalid_dpop_proof, or use_dpop_nonce when nonces are required
 */
export async function verifyPresentedProof({
  request,
  nonces,
  refusals,
  now,
}: SsoHandlerContext & SsoRequestContext): Promise<DpopProof | undefined> {
  const at = now();
  try {
    const proof = dpopHeader(headerPairs(request.rawHeaders));
    if (proof === undefined) return undefined;
    return verifyDpopProof({
      proof,
      htm: request.method,
      htu: request.url,
      now: at.getTime() / 1000,
      nonce: nonces?.accepted(),
    });
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    if (error.code === 'use_dpop_nonce' && nonces) throw dpopNonceNeeded(nonces.current());
    const { id: requestId, ip } = request;
    await refusals.record({ event: 'proof_refused', at, requestId, ip, details: { reason: error.code } });
    throw invalidDpopProof(error.message);
  }
}

/** Audit fields of the grant that a proof is for. */
type ProofAuditFields = Omit<Refusal, 'event'>;

/**
 * Requires that the proof was signed by the key that a sign-in or a session is bound to.
 *
 * @param bound thumbprint of that key; null accepts any key
 * @throws DomainError invalid_dpop_proof
 */
export async function requireBoundKey(
  proof: DpopProof | undefined,
  bound: string | null,
  { refusals, metrics }: Pick<SsoHandlerContext, 'refusals' | 'metrics'>,
  auditFields: ProofAuditFields,
): Promise<void> {
  if (bound === null || proof?.jkt === bound) return;
  metrics.signInRefused('proof_refused');
  await recordRefused(refusals, auditFields, proof ? 'jkt_mismatch' : 'missing_dpop');
  throw invalidDpopProof(
    proof
      ? `The key ${proof.jkt} signed the proof, but this sign-in is bound to the key ${bound}.`
      : `The DPoP header is missing: this sign-in is bound to the key ${bound}.`,
  );
}

/**
 * Consumes a proof. Called after every other check, so that a rejected request consumes nothing.
 *
 * @throws DomainError invalid_dpop_proof when it was used before, in any process
 */
export async function consumeProof(
  proof: DpopProof | undefined,
  { proofs, refusals, metrics }: Pick<SsoHandlerContext, 'proofs' | 'refusals' | 'metrics'>,
  auditFields: ProofAuditFields,
): Promise<void> {
  if (!proof || (await once(proofs, proof))) return;
  metrics.signInRefused('proof_refused');
  await recordRefused(refusals, auditFields, 'replayed_proof_jti');
  throw invalidDpopProof('The proof was used before: make a new one for every request.');
}

function recordRefused(
  refusals: Refusals,
  { details, ...auditFields }: ProofAuditFields,
  reason: string,
): Promise<void> {
  return refusals.record({ ...auditFields, event: 'proof_refused', details: { ...details, reason } });
}

async function once(proofs: ReplayStore, { jkt, jti, iat }: DpopProof): Promise<boolean> {
  try {
    return await proofs.once(jkt, jti, iat + defaultProofMaxAge + clockSkew);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}

type Resources = Pick<SsoSettings, 'resources'>;
type DemandingClient = Pick<Client, 'dpopBoundAccessTokens'>;

/** Returns whether one of the audiences accepts only tokens that are bound to a key (RFC 9728 §2). */
const audienceDemandsDpop = (audience: readonly string[], { resources = [] }: Resources): boolean =>
  resources.some(({ uri, requiresDpop }) => requiresDpop && audience.includes(uri));

/**
 * Returns whether the tokens of a request must be bound to a key: because its application said so (RFC 9449 §5.2), or
 * because its service accepts no others.
 */
export const demandsDpop = (client: DemandingClient, resource: string | null, settings: Resources): boolean =>
  client.dpopBoundAccessTokens || (resource !== null && audienceDemandsDpop([resource], settings));

/**
 * Rejects a request whose tokens could not be used, before a person is asked: its service demands a key, and neither the
 * request nor the registration of its application promises a proof.
 *
 * @throws DomainError `invalid_request`
 */
export function requireKeyOrPromise(
  { dpopJkt, resource }: { readonly dpopJkt: string | undefined; readonly resource: string | null },
  client: DemandingClient,
  settings: Resources,
): void {
  if (dpopJkt !== undefined || client.dpopBoundAccessTokens) return;
  if (demandsDpop(client, resource, settings))
    throw invalidOauthRequest(
      'resource accepts only tokens that are bound to a key (RFC 9449): send dpop_jkt, or push the request with a DPoP proof, or register the application with dpop_bound_access_tokens.',
    );
}

/**
 * Rejects a token request whose tokens would have to be bound to a key and are not.
 *
 * @param jkt key of the session; null for one without
 * @throws DomainError `invalid_dpop_proof`
 */
export function requireBinding(
  jkt: string | null,
  { client, audience }: { readonly client: DemandingClient; readonly audience: readonly string[] },
  settings: Resources,
): void {
  if (jkt !== null || !(client.dpopBoundAccessTokens || audienceDemandsDpop(audience, settings))) return;
  throw invalidDpopProof(
    'The DPoP header is missing: this application or service needs tokens that are bound to a key, from the first token request on.',
  );
}

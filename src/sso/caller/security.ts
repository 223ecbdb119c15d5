import type { FastifyBaseLogger } from 'fastify';
import type { SecuritySchemes, SecurityScheme } from '../../runtime/caller/security.ts';
import type { SsoHandlerContext } from '../context.ts';
import { createAccessTokenSchemes } from './access-token.ts';
import { createAdminKeyScheme } from './admin-key.ts';
import { createOwnerSessionScheme } from './owner-session.ts';
import { AuthorizationError, headerPairs, headerValues, parseAuthorization } from '../../protocol/request-headers.ts';
import { verifyDeviceProof } from '../../protocol/device-proof.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { ProofError } from '../../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../../protocol/proof-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import type { DeviceCaller } from './caller.ts';
import { invalidDeviceProof, ownerSuspended } from '../errors/owner-errors.ts';

/** Seconds for which a used proof is stored beyond its acceptance window. */
const clockSkew = 30;

/**
 * Accepts `Authorization: Device <JWS>`: a device signs method, URL and body of the request. The proof is consumed
 * after every other check, so a rejected request consumes nothing.
 */
function createDeviceScheme({
  owners,
  proofs,
  refusals,
  metrics,
  now,
}: SsoHandlerContext): SecurityScheme<{ readonly caller: DeviceCaller }> {
  const refuseSuspended = async ({ id: requestId, ip }: IncomingRequest, ownerSub: string): Promise<never> => {
    metrics.signInRefused('owner_suspended');
    await refusals.record({ event: 'suspended_owner_refused', at: now(), requestId, ip, ownerSub });
    throw ownerSuspended();
  };
  return {
    readsBody: true,
    authenticate: async (request) => {
      const at = now();
      try {
        const proof = presentedProof(request);
        if (proof === undefined) return undefined;
        const { jkt, jwk, jti, iat } = verifyDeviceProof({
          proof,
          htm: request.method,
          htu: request.url,
          now: Math.floor(at.getTime() / 1000),
          body: request.rawBody,
        });
        if (!(await once(proofs, jkt, jti, iat + defaultProofMaxAge + clockSkew))) throw new ReplayedProofError(jkt);
        const owner = await owners.useDevice(jkt, at);
        if (owner?.suspended) return await refuseSuspended(request, owner.sub);
        return { caller: { kind: 'device', jkt, jwk, sub: owner?.sub } };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const { id: requestId, ip } = request;
        const jkt = error instanceof ReplayedProofError ? { jkt: error.jkt } : {};
        const details = { reason: error.code, ...jkt };
        await refusals.record({ event: 'device_refused', at, requestId, ip, details });
        throw invalidDeviceProof(error.message);
      }
    },
    confirmation: () => ({ by: 'request' }),
  };
}

/** Returns the device proof. Any Authorization line with the scheme `Device` selects this scheme. */
function presentedProof({ rawHeaders }: IncomingRequest): string | undefined {
  const headers = headerPairs(rawHeaders);
  if (!headerValues(headers, 'authorization').some((value) => /^device(\s|$)/i.test(value))) return undefined;
  return parseAuthorization(headers).token;
}

class ReplayedProofError extends Error {
  readonly code = 'replayed_proof_jti';
  readonly jkt: string;

  constructor(jkt: string) {
    super('The proof was used before: make a new one for every request.');
    this.name = 'ReplayedProofError';
    this.jkt = jkt;
  }
}

const isRefusal = (error: unknown): error is AuthorizationError | ProofError | ReplayedProofError =>
  error instanceof AuthorizationError || error instanceof ProofError || error instanceof ReplayedProofError;

async function once(store: ReplayStore, ...proof: Parameters<ReplayStore['once']>): Promise<boolean> {
  try {
    return await store.once(...proof);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}

/** Creates the security schemes, by their names in the contract. */
export const createSsoSecurity = (
  context: SsoHandlerContext,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SecuritySchemes => ({
  ...createAccessTokenSchemes(context),
  device: createDeviceScheme(context),
  ownerSession: createOwnerSessionScheme(context),
  adminKey: createAdminKeyScheme(context, log),
});

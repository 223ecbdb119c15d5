import { AuthorizationError, parseAuthorization } from '../../protocol/authorization-header.ts';
import { type DeviceProof, verifyDeviceProof } from '../../protocol/device-proof.ts';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { ProofError } from '../../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../../protocol/proof-jwt.ts';
import { headerPairs, headerValues } from '../../protocol/raw-headers.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import type { RequestFacts } from '../../service/request.ts';
import type { SecurityScheme } from '../../service/security.ts';
import type { DeviceCaller } from '../caller.ts';
import { invalidDeviceProof } from '../errors.ts';
import type { AuditStore } from '../store/audit-events.ts';
import type { OwnerStore } from '../store/owners.ts';

export interface DeviceCredentials {
  readonly caller: DeviceCaller;
}

export interface DeviceSchemeParts {
  readonly owners: Pick<OwnerStore, 'useDevice'>;
  readonly replayStore: ReplayStore;
  readonly audit: Pick<AuditStore, 'record'>;
  readonly now: () => Date;
}

/** Seconds for which a used proof is remembered beyond the time in which it would be accepted. */
const clockSkew = 30;

/**
 * `Authorization: Device <JWS>`: a device signs method, address and body of the request with its key. The proof is
 * used up after every other check, so a refused request burns nothing.
 */
export function createDeviceScheme({
  owners,
  replayStore,
  audit,
  now,
}: DeviceSchemeParts): SecurityScheme<DeviceCredentials> {
  return {
    readsBody: true,
    authenticate: async (request) => {
      const proof = presentedProof(request);
      if (proof === undefined) return undefined;
      const { jkt, jwk, jti, iat } = verify(proof, request, now());
      if (!(await once(replayStore, jkt, jti, iat + defaultProofMaxAge + clockSkew))) {
        const { id, ip } = request;
        await audit.record({ event: 'device_refused', at: now(), requestId: id, ip, details: { jkt, replayed: true } });
        throw invalidDeviceProof('The proof was used before: make a new one for every request.');
      }
      return { caller: { kind: 'device', jkt, jwk, sub: await owners.useDevice(jkt, now()) } };
    },
  };
}

/** Any line that speaks of a device counts as an attempt: two lines must not let a request pass as something else. */
function presentedProof({ rawHeaders }: RequestFacts): string | undefined {
  const headers = headerPairs(rawHeaders);
  if (!headerValues(headers, 'authorization').some((value) => /^device(\s|$)/i.test(value))) return undefined;
  try {
    return parseAuthorization(headers).token;
  } catch (error) {
    if (error instanceof AuthorizationError) throw invalidDeviceProof(error.message);
    throw error;
  }
}

function verify(proof: string, { method, url, rawBody }: RequestFacts, now: Date): DeviceProof {
  try {
    return verifyDeviceProof({
      proof,
      htm: method,
      htu: url,
      now: Math.floor(now.getTime() / 1000),
      body: rawBody,
    });
  } catch (error) {
    if (error instanceof ProofError) throw invalidDeviceProof(error.message);
    throw error;
  }
}

async function once(store: ReplayStore, ...proof: Parameters<ReplayStore['once']>): Promise<boolean> {
  try {
    return await store.once(...proof);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}

import type { SsoHandler } from '../handler.ts';
import { signRs256Jwt } from '../sign-jwt.ts';

/** Signs that the caller's key, authorized by its owner, presented a digest now. */
export const createAttestation: SsoHandler<'createAttestation'> = async ({
  body: { digest, purpose },
  token: { sub, jkt },
  signingKeys,
  settings,
  nonces,
  now,
  newId,
  respond,
}) => {
  const claims = {
    iss: settings.issuer,
    sub,
    cnf: { jkt },
    digest,
    purpose,
    iat: Math.floor(now().getTime() / 1000),
    jti: newId(),
  };
  const attestation = await signRs256Jwt('attestation+jwt', claims, await signingKeys.current());
  return respond(201, { attestation }, nonces ? { 'dpop-nonce': nonces.current() } : {});
};

import { ProofError } from './proof-error.ts';
import type { RawHeaders } from './raw-headers.ts';
import { headerValues } from './raw-headers.ts';

/**
 * Returns the DPoP header of a request, or undefined without one (RFC 9449 §4.3, check 1).
 *
 * @throws ProofError `malformed_proof` for two or more DPoP headers.
 */
export function dpopHeader(headers: RawHeaders): string | undefined {
  const [proof, ...more] = headerValues(headers, 'dpop');
  if (more.length === 0) return proof;
  throw new ProofError('malformed_proof', `The request has ${more.length + 1} DPoP headers: send exactly one.`);
}

import { ProofError } from './proof-error.ts';
import type { RawHeaders } from './raw-headers.ts';
import { headerValues } from './raw-headers.ts';

/**
 * The one DPoP header of a request (RFC 9449 §4.3, check 1), or undefined when there is none.
 *
 * @throws ProofError `malformed_proof` when there are two or more.
 */
export function dpopHeader(headers: RawHeaders): string | undefined {
  const [proof, ...more] = headerValues(headers, 'dpop');
  if (more.length === 0) return proof;
  throw new ProofError('malformed_proof', `The request has ${more.length + 1} DPoP headers: send exactly one.`);
}

import { MessageSignatureError } from './message-signature-error.ts';
import type { ReceivedSignature } from './received-signature.ts';

/** Maximum seconds from creation to expiry. */
const longestLifetime = 60;

export interface SignatureLifetime {
  /** Unix seconds. */
  readonly created: number;
  /** Unix seconds. */
  readonly expires: number;
}

/**
 * Returns the lifetime of a signature that is valid now.
 *
 * @param now Unix seconds
 * @param clockSkew seconds by which the signer's clock may be ahead; an expired signature is rejected immediately
 * @throws MessageSignatureError `malformed_signature`, `expired_signature`, `future_signature`
 */
export function signatureLifetime(
  { parameters }: Pick<ReceivedSignature, 'parameters'>,
  now: number,
  clockSkew: number,
): SignatureLifetime {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  if (!Number.isSafeInteger(created) || !Number.isSafeInteger(expires)) throw invalid('has no created and expires');
  const lifetime = { created: Number(created), expires: Number(expires) };
  const seconds = lifetime.expires - lifetime.created;
  if (seconds <= 0 || seconds > longestLifetime)
    throw invalid(`expires ${seconds} seconds after its creation instead of 1 to ${longestLifetime}`);
  if (lifetime.expires <= now)
    throw new MessageSignatureError('expired_signature', 'The signature has expired: check the clock of the client.');
  if (lifetime.created > now + clockSkew)
    throw new MessageSignatureError(
      'future_signature',
      'The signature was created in the future: check the clock of the client.',
    );
  return lifetime;
}

function invalid(what: string): MessageSignatureError {
  return new MessageSignatureError('malformed_signature', `The signature ${what}.`);
}

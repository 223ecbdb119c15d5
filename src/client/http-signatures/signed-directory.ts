import { verifyEd25519 } from '#ed25519';
import { equalText } from '../../protocol/constant-time.ts';
import { type Ed25519PublicKey, parseEd25519Jwk } from '../../protocol/ed25519-key.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { isThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { MessageSignatureError } from '../../protocol/message-signature-error.ts';
import { contentDigest } from '../../protocol/message-signature.ts';
import { readSignature, signedBytes } from '../../protocol/received-signature.ts';
import { signatureLifetime } from '../../protocol/signature-lifetime.ts';
import { directorySignatureTag } from '../../protocol/web-bot-auth.ts';

/** Keys of a directory by thumbprint. */
export type DirectoryKeys = ReadonlyMap<Thumbprint, Ed25519PublicKey>;

/** A directory as it was received. */
export interface ReceivedDirectory {
  /** Host of the request, with a port that is not the default one. */
  readonly authority: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A directory whose signature is valid. */
export interface SignedDirectory {
  readonly keys: DirectoryKeys;
  /** Unix seconds after which its signature is expired. */
  readonly expires: number;
}

/**
 * Reads the keys of a directory.
 *
 * @throws Error when the body is no directory
 */
export function directoryKeys(body: Uint8Array): DirectoryKeys {
  const listed = parseJsonObject(body)?.['keys'];
  if (!Array.isArray(listed)) throw new Error('The directory has no list of keys.');
  // Keys of other types belong to other protocols.
  const ed25519Keys: readonly unknown[] = listed.filter((jwk) => isJsonObject(jwk) && jwk['crv'] === 'Ed25519');
  return new Map(
    ed25519Keys.map((jwk) => {
      const key = parseEd25519Jwk(jwk);
      return [key.jkt, key];
    }),
  );
}

/**
 * Verifies that the provider signed a directory for the host of the request.
 *
 * @param signers keys of the provider
 * @param now Unix seconds
 * @throws Error when the signature is missing or invalid
 */
export function verifyDirectory(
  { authority, headers, body }: ReceivedDirectory,
  signers: DirectoryKeys,
  now: number,
  clockSkew: number,
): SignedDirectory {
  const fields = {
    signatureInput: headers.get('signature-input') ?? undefined,
    signature: headers.get('signature') ?? undefined,
  };
  const signature = readSignature(fields, directorySignatureTag);
  const { expires } = signatureLifetime(signature, now, clockSkew);
  const digest = contentDigest(body);
  if (!equalText(headers.get('content-digest') ?? '', digest))
    throw new MessageSignatureError('bad_content_digest', 'The Content-Digest is not that of the directory.');
  const values = new Map([
    ['"@authority";req', authority],
    ['"content-digest"', digest],
  ]);
  const signed = signedBytes(signature, [...values.keys()], ({ identifier }) => values.get(identifier));
  const keyid = signature.parameters.get('keyid');
  const key = isThumbprint(keyid) ? signers.get(keyid) : undefined;
  if (key === undefined || !verifyEd25519(key.bytes, signed, signature.bytes))
    throw new MessageSignatureError('bad_signature', 'No key of the provider signed the directory.');
  return { keys: directoryKeys(body), expires };
}

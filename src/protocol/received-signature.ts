import { isInnerList, type Item, serializeInnerList, serializeItem } from 'structured-headers';
import { type Bytes, utf8 } from './bytes.ts';
import { parseDictionaryField } from './dictionary-field.ts';
import { MessageSignatureError, signatureBase } from './message-signature.ts';

/** A component that a received signature covers (RFC 9421 §2). */
export interface CoveredComponent {
  /** Name as a structured field string with its parameters, such as `"@authority";req`. */
  readonly identifier: string;
  readonly name: string;
  readonly parameters: ReadonlyMap<string, unknown>;
}

/** A signature as a message carries it (RFC 9421 §4). */
export interface ReceivedSignature {
  readonly components: readonly CoveredComponent[];
  readonly parameters: ReadonlyMap<string, unknown>;
  /** Canonical value of `@signature-params`. */
  readonly params: string;
  readonly bytes: Uint8Array;
}

/** Fields of a message; undefined for an absent one. */
interface SignatureFields {
  readonly signatureInput: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Finds the signature with this tag.
 *
 * @throws MessageSignatureError `missing_signature`, `malformed_signature`
 */
export function readSignature({ signatureInput, signature }: SignatureFields, tag: string): ReceivedSignature {
  if (signatureInput === undefined || signature === undefined) throw missing(tag);
  const inputs = parseDictionaryField('Signature-Input', signatureInput);
  const tagged = [...inputs].filter(([, [, parameters]]) => parameters.get('tag') === tag);
  const [found] = tagged;
  if (found === undefined) throw missing(tag);
  if (tagged.length > 1)
    throw malformed(`Signature-Input has ${tagged.length} signatures with the tag ${tag}: send one.`);
  const [label, input] = found;
  if (!isInnerList(input)) throw malformed(`The member ${label} of Signature-Input is no list of components.`);
  const value = parseDictionaryField('Signature', signature).get(label)?.[0];
  if (!(value instanceof ArrayBuffer)) throw malformed(`Signature has no byte sequence ${label}.`);
  const components = input[0].map(coveredComponent);
  const repeated = components.find(({ identifier }, index) =>
    components.slice(0, index).some((earlier) => earlier.identifier === identifier),
  );
  if (repeated !== undefined) throw malformed(`The signature covers ${repeated.identifier} twice.`);
  return { components, parameters: input[1], params: serializeInnerList(input), bytes: new Uint8Array(value) };
}

/**
 * Returns the bytes that were signed (RFC 9421 §2.5).
 *
 * @param required identifiers of components that the signature must cover: a parameter would make it another component
 * @param valueOf returns the canonical value of a component; undefined for one that is absent or unknown
 * @throws MessageSignatureError `missing_component`, `unsupported_component`
 */
export function signedBytes(
  { components, params }: ReceivedSignature,
  required: readonly string[],
  valueOf: (component: CoveredComponent) => string | undefined,
): Bytes {
  const absent = required.find((identifier) => !components.some((component) => component.identifier === identifier));
  if (absent !== undefined)
    throw new MessageSignatureError('missing_component', `The signature does not cover ${absent}.`);
  const values = components.map((component) => {
    const { identifier } = component;
    const value = valueOf(component);
    if (value !== undefined) return { identifier, value };
    throw new MessageSignatureError(
      'unsupported_component',
      `The signature covers ${identifier}, which the message does not have or which is not supported.`,
    );
  });
  return utf8(signatureBase(values, params));
}

function coveredComponent(item: Item): CoveredComponent {
  const [name, parameters] = item;
  if (typeof name !== 'string') throw malformed('The names of components are strings.');
  return { identifier: serializeItem(item), name, parameters };
}

function missing(tag: string): MessageSignatureError {
  return new MessageSignatureError(
    'missing_signature',
    `The fields Signature-Input and Signature have no signature with the tag ${tag}.`,
  );
}

function malformed(message: string): MessageSignatureError {
  return new MessageSignatureError('malformed_signature', message);
}

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

import { sha256 } from '#sha256';
import { utf8 } from './bytes.ts';
import type { Ed25519Sign } from './proof-jwt.ts';

/** Error codes of signed messages (RFC 9421). */
export const messageSignatureErrorCodes = [
  'missing_signature',
  'malformed_signature',
  'expired_signature',
  'future_signature',
  'untrusted_directory',
  'content_too_large',
  'missing_component',
  'unsupported_component',
  'bad_content_digest',
  'unknown_agent',
  'bad_signature',
  'replayed_nonce',
] as const;

export type MessageSignatureErrorCode = (typeof messageSignatureErrorCodes)[number];

/** Rejects a message because of its signature. The message can be sent to the caller. */
export class MessageSignatureError extends Error {
  readonly code: MessageSignatureErrorCode;

  constructor(code: MessageSignatureErrorCode, message: string) {
    super(message);
    this.name = 'MessageSignatureError';
    this.code = code;
  }
}

/** A component that a signature covers (RFC 9421 §2). */
export interface SignedComponent {
  /** Component name as a structured field string with its parameters, such as `"@authority";req`. */
  readonly identifier: string;
  /** Canonical value of the component (RFC 9421 §2.1, §2.2). */
  readonly value: string;
}

/** Parameters of a signature in the order in which they are written (RFC 9421 §2.3). */
type SignatureParameters = Readonly<
  Partial<Record<'created' | 'expires', number> & Record<'keyid' | 'alg' | 'nonce' | 'tag', string>>
>;

/** Writes text as a structured field string (RFC 9651 §4.1.6). @throws TypeError for text that is not printable ASCII */
export function fieldString(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new TypeError('A structured field string is printable ASCII.');
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Writes the covered components and parameters, the value of `@signature-params` (RFC 9421 §2.3). */
export function signatureParams(components: readonly SignedComponent[], parameters: SignatureParameters): string {
  const written = Object.entries(parameters).map(
    ([name, value]) => `;${name}=${typeof value === 'number' ? value : fieldString(value)}`,
  );
  return `(${components.map(({ identifier }) => identifier).join(' ')})${written.join('')}`;
}

/** Returns the signature base, the text that is signed (RFC 9421 §2.5). */
export function signatureBase(components: readonly SignedComponent[], params: string): string {
  const lines = components.map(({ identifier, value }) => `${identifier}: ${value}`);
  return [...lines, `"@signature-params": ${params}`].join('\n');
}

/** Signs components of a message with an Ed25519 key (RFC 9421 §3.1, §3.3.6). */
export async function signMessage(
  label: string,
  components: readonly SignedComponent[],
  parameters: SignatureParameters,
  sign: Ed25519Sign,
): Promise<{
  /** Values of the fields Signature-Input and Signature. */
  readonly signatureInput: string;
  readonly signature: string;
}> {
  const params = signatureParams(components, parameters);
  const signature = await sign(utf8(signatureBase(components, params)));
  return { signatureInput: `${label}=${params}`, signature: `${label}=:${base64(signature)}:` };
}

/** Value of the field Content-Digest (RFC 9530 §2). */
export const contentDigest = (content: Uint8Array | string): string => `sha-256=:${base64(sha256(content))}:`;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

import { utf8 } from '../../protocol/bytes.ts';
import { equalBytes } from '../../protocol/constant-time.ts';
import { MessageSignatureError } from '../../protocol/message-signature-error.ts';
import { parseDictionaryField } from '../../protocol/dictionary-field.ts';
import { streamBytes } from '../../protocol/stream-bytes.ts';
import { sha256 } from '#sha256';
import type { GuardedRequest } from '../guards/incoming-request.ts';

type Content = Uint8Array | string | ReadableStream<Uint8Array> | null | undefined;

/** A received request with its content: a fetch Request, or its parts. */
export interface SignedRequest extends GuardedRequest {
  /** Received bytes or text before any parser; absent for a request without content. */
  readonly body?: Content;
  /** Of a fetch Request: the content is read from a copy, so that the handler can read it too. */
  readonly clone?: (() => { readonly body: ReadableStream<Uint8Array> | null }) | undefined;
}

/**
 * Reads the content of a request.
 *
 * @throws MessageSignatureError `content_too_large`
 * @throws TypeError for content that was already read, or a parsed body
 */
export async function requestContent(request: SignedRequest, maxBytes: number): Promise<Uint8Array> {
  const source: unknown = request.clone?.().body ?? (request.clone === undefined ? request.body : undefined);
  const content = await contentBytes(source, maxBytes);
  if (content !== undefined && content.length <= maxBytes) return content;
  throw new MessageSignatureError('content_too_large', `The content is larger than ${maxBytes} bytes.`);
}

async function contentBytes(content: unknown, maxBytes: number): Promise<Uint8Array | undefined> {
  if (content === undefined || content === null) return new Uint8Array();
  if (typeof content === 'string') return utf8(content);
  if (content instanceof Uint8Array) return content;
  if (isStream(content)) return streamBytes(content, maxBytes);
  throw new TypeError('body must be the received bytes, text or stream, not a parsed body: read it before any parser.');
}

function isStream(content: unknown): content is ReadableStream<Uint8Array> {
  return typeof content === 'object' && content !== null && 'getReader' in content;
}

/**
 * Checks content against the field Content-Digest (RFC 9530 §2).
 *
 * @throws MessageSignatureError `bad_content_digest`, `malformed_signature`
 */
export function checkContentDigest(content: Uint8Array, field: string): void {
  const digest = parseDictionaryField('Content-Digest', field).get('sha-256')?.[0];
  if (digest instanceof ArrayBuffer && equalBytes(new Uint8Array(digest), sha256(content))) return;
  throw new MessageSignatureError('bad_content_digest', 'The sha-256 of Content-Digest is not that of the content.');
}

/**
 * Returns the sha-256 of Content-Digest as a field of its own, for who has the content.
 *
 * @throws MessageSignatureError `bad_content_digest`, `malformed_signature`
 */
export function signedContentDigest(field: string): string {
  const digest = parseDictionaryField('Content-Digest', field).get('sha-256')?.[0];
  if (!(digest instanceof ArrayBuffer) || digest.byteLength !== 32)
    throw new MessageSignatureError('bad_content_digest', 'Content-Digest has no sha-256.');
  return `sha-256=:${btoa(String.fromCodePoint(...new Uint8Array(digest)))}:`;
}

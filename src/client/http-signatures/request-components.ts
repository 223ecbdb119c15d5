import { isInnerList, serializeItem, Token } from 'structured-headers';
import { sha256 } from '#sha256';
import { parseDictionaryField } from '../../protocol/dictionary-field.ts';
import type { CoveredComponent } from '../../protocol/received-signature.ts';
import { MessageSignatureError } from '../../protocol/message-signature.ts';
import { headerValues, type RawHeaders } from '../../protocol/request-headers.ts';
import { equalBytes, utf8, streamBytes } from '../../protocol/bytes.ts';
import type { GuardedRequest } from '../guards/guard.ts';

/** Returns the canonical value of a header (RFC 9421 §2.1); undefined for an absent one. @param name in lowercase */
export function fieldValue(headers: RawHeaders, name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.map((value) => value.trim()).join(', ');
}

/**
 * Returns a function that finds the value of a component of a request (RFC 9421 §2): a derived component, a field, or a member
 * of a dictionary field. It returns undefined for an absent or unsupported component.
 */
export function requestComponents(
  method: string,
  url: URL,
  headers: RawHeaders,
): (component: CoveredComponent) => string | undefined {
  const target = new URL(url);
  target.hash = '';
  const derived = new Map([
    ['@method', method],
    ['@authority', target.host],
    ['@target-uri', target.href],
    ['@scheme', target.protocol.slice(0, -1)],
    ['@path', target.pathname],
    ['@query', target.search === '' ? '?' : target.search],
  ]);
  return ({ name, parameters }) => {
    if (parameters.size === 0) return derived.get(name) ?? fieldValue(headers, name);
    const key = parameters.get('key');
    return parameters.size === 1 && typeof key === 'string' ? memberValue(headers, name, key) : undefined;
  };
}

/** Returns the URL of the key directory that Signature-Agent names. @throws MessageSignatureError */
export function signatureAgentUrl(components: readonly CoveredComponent[], headers: RawHeaders): string {
  const named = components.filter(({ name }) => name === 'signature-agent');
  const [component] = named;
  if (component === undefined)
    throw new MessageSignatureError('missing_component', 'The signature does not cover signature-agent.');
  const key = component.parameters.get('key');
  const field = fieldValue(headers, 'signature-agent');
  // Without a key parameter the field is a string instead of a dictionary; it is parsed as the member `agent`.
  const text = key === undefined ? `agent=${field ?? ''}` : (field ?? '');
  const members = parseDictionaryField('Signature-Agent', text);
  const [url, parameters] = members.get(typeof key === 'string' ? key : 'agent') ?? [];
  const type = parameters?.get('type');
  const isDirectory = type === undefined || (type instanceof Token && type.toString() === 'jwks_uri');
  if (named.length === 1 && typeof url === 'string' && isDirectory) return url;
  throw new MessageSignatureError(
    'malformed_signature',
    'Signature-Agent does not name one directory of type jwks_uri.',
  );
}

function memberValue(headers: RawHeaders, name: string, key: string): string | undefined {
  const field = fieldValue(headers, name);
  const member = field === undefined ? undefined : parseDictionaryField(name, field).get(key);
  return member === undefined || isInnerList(member) ? undefined : serializeItem(member);
}

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

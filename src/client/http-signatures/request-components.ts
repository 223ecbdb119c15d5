import { isInnerList, serializeItem, Token } from 'structured-headers';
import { parseDictionaryField } from '../../protocol/dictionary-field.ts';
import { MessageSignatureError } from '../../protocol/message-signature-error.ts';
import { headerValues, type RawHeaders } from '../../protocol/raw-headers.ts';
import type { CoveredComponent } from '../../protocol/received-signature.ts';

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

import { type Dictionary, parseDictionary } from 'structured-headers';
import { MessageSignatureError } from './message-signature-error.ts';

/** Parses a field as a dictionary (RFC 9651 §3.2). @throws MessageSignatureError `malformed_signature` */
export function parseDictionaryField(field: string, value: string): Dictionary {
  try {
    return parseDictionary(value);
  } catch {
    throw new MessageSignatureError('malformed_signature', `${field} is not a dictionary of RFC 9651.`);
  }
}

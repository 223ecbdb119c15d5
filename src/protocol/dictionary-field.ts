import { type Dictionary, parseDictionary } from 'structured-headers';
import { MessageSignatureError } from './message-signature.ts';

/**
 * Parses a field as a dictionary (RFC 9651 §3.2). Stands alone, because a module whose declarations name the types of
 * structured-headers is in no entry's declarations.
 *
 * @throws MessageSignatureError `malformed_signature`
 */
export function parseDictionaryField(field: string, value: string): Dictionary {
  try {
    return parseDictionary(value);
  } catch {
    throw new MessageSignatureError('malformed_signature', `${field} is not a dictionary of RFC 9651.`);
  }
}

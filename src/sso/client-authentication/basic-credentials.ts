export interface BasicCredentials {
  readonly clientId: string;
  /** Empty for a public client. */
  readonly secret: string;
}

/**
 * Decodes the token of an `Authorization: Basic` header (RFC 7617 §2). Both parts are form-encoded (RFC 6749 §2.3.1).
 *
 * @returns undefined for invalid base64, UTF-8 or form encoding, and without a colon
 */
export function parseBasicCredentials(token: string): BasicCredentials | undefined {
  const bytes = Buffer.from(token, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== token.replace(/=+$/, '')) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon === -1) return undefined;
    return { clientId: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

/** @throws URIError */
const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

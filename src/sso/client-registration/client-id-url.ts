/** Longest client_id that is a URL, characters; it is stored, shown and part of every token. */
const longest = 256;

/** Returns whether a client_id has the form of a URL, which no other client_id has. */
export const isClientIdUrl = (clientId: string): boolean => /^https?:\/\//.test(clientId);

/**
 * Returns what is wrong with a Client Identifier URL (draft-ietf-oauth-client-id-metadata-document-03 §3). http passes
 * here and is refused when it is fetched, unless a development setting allows its host.
 */
export function clientIdUrlViolation(clientId: string): string | undefined {
  const url = URL.parse(clientId);
  if (clientId.length > longest) return `has ${clientId.length} characters: use at most ${longest}`;
  // The URL is compared as text, so that it must be in the form that a request would send.
  if (url?.href !== clientId) return 'is not a URL in its normal form';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (clientId.includes('#')) return 'must not contain a fragment';
  return undefined;
}

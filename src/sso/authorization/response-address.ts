/**
 * Returns the redirect URI with the parameters of the response (RFC 6749 §4.1.2, §4.1.2.1). `iss` identifies the
 * provider (RFC 9207 §2).
 */
export function responseAddress(
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  response: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const parameters = new URLSearchParams({ ...response, ...(state !== null && { state }), iss: issuer });
  // Appended as text, because parsing could rewrite the registered query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

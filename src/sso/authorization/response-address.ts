export interface ResponseTarget {
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Returns the parameters of a response (RFC 6749 §4.1.2, §4.1.2.1). `iss` identifies the provider (RFC 9207 §2).
 *
 * @param response the code, or the error
 */
export function responseParameters(
  { state }: Pick<ResponseTarget, 'state'>,
  response: Readonly<Record<string, string>>,
  issuer: string,
): Readonly<Record<string, string>> {
  return { ...response, ...(state !== null && { state }), iss: issuer };
}

/** Returns the redirect URI with the parameters of the response. */
export function responseAddress(
  target: ResponseTarget,
  response: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const { redirectUri } = target;
  const parameters = new URLSearchParams(responseParameters(target, response, issuer));
  // Appended as text, because parsing could rewrite the registered query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

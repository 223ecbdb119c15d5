const prefix = 'urn:ietf:params:oauth:request_uri:';

/** Seconds for which a pushed request can be used (RFC 9126 §2.2). */
export const pushedRequestSeconds = 60;

/** Returns the `request_uri` of a pushed request (RFC 9126 §2.2). */
export const requestUriOf = (secret: string): string => `${prefix}${secret}`;

/** Returns the secret of a `request_uri`; undefined when it is not one of a pushed request. */
export const pushedRequestSecret = (requestUri: unknown): string | undefined =>
  typeof requestUri === 'string' && requestUri.startsWith(prefix) ? requestUri.slice(prefix.length) : undefined;

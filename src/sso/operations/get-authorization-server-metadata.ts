import type { SsoHandler } from '../handler.ts';

/** Returns the metadata (RFC 8414 §3); both well-known paths return the same bytes. */
export const getAuthorizationServerMetadata: SsoHandler<'getAuthorizationServerMetadata'> = ({
  headers,
  documents: { metadata },
  respond,
}) =>
  metadata.matches(headers['if-none-match'])
    ? respond(304, undefined, metadata.headers)
    : respond(200, metadata.body, metadata.headers);

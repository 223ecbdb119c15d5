import type { SsoHandler } from '../handler.ts';

/** Returns the metadata (OpenID Connect Discovery 1.0 §4); both well-known paths return the same bytes. */
export const getOpenIdConfiguration: SsoHandler<'getOpenIdConfiguration'> = ({
  headers,
  documents: { metadata },
  respond,
}) =>
  metadata.matches(headers['if-none-match'])
    ? respond(304, undefined, metadata.headers)
    : respond(200, metadata.body, metadata.headers);

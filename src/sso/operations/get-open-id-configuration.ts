import type { SsoHandler } from '../handler.ts';

/** Where the endpoints are and what they can do (OpenID Connect Discovery 1.0 §4); both addresses answer the same bytes. */
export const getOpenIdConfiguration: SsoHandler<'getOpenIdConfiguration'> = ({
  headers,
  documents: { metadata },
  respond,
}) =>
  metadata.matches(headers['if-none-match'])
    ? respond(304, undefined, metadata.headers)
    : respond(200, metadata.body, metadata.headers);

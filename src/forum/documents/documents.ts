import type { ForumHandler } from '../handler.ts';

export const getManifest: ForumHandler<'getManifest'> = ({ headers, documents, respond }) => {
  const document = documents.manifest;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

export const getOpenApi: ForumHandler<'getOpenApi'> = ({ headers, documents, respond }) => {
  const document = documents.openapi;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

/** Returns the protected resource metadata (RFC 9728); 304 when the client has the current version. */
export const getProtectedResourceMetadata: ForumHandler<'getProtectedResourceMetadata'> = (input) => {
  const { headers, documents, respond } = input;
  const document = documents.resourceMetadata;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

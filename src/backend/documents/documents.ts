import type { BackendHandler } from '../handler.ts';

export const getProtectedResourceMetadata: BackendHandler<'getProtectedResourceMetadata'> = (input) => {
  const { headers, documents, respond } = input;
  const document = documents.resourceMetadata;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

import type { ForumHandler } from '../handler.ts';

export const getManifest: ForumHandler<'getManifest'> = ({ headers, documents, respond }) => {
  const document = documents.manifest;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

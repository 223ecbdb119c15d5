import type { ForumHandler } from '../handler.ts';

export const getOpenApi: ForumHandler<'getOpenApi'> = ({ headers, documents, respond }) => {
  const document = documents.openapi;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

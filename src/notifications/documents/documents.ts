import type { NotificationsHandler } from '../handler.ts';

/** Returns which tokens this service accepts (RFC 9728 §3). */
export const getProtectedResourceMetadata: NotificationsHandler<'getProtectedResourceMetadata'> = (input) => {
  const { headers, documents, respond } = input;
  const document = documents.resourceMetadata;
  return document.matches(headers['if-none-match'])
    ? respond(304, undefined, document.headers)
    : respond(200, document.body, document.headers);
};

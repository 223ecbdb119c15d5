import type { NotificationsHandler } from '../handler.ts';

/** Returns which tokens this service accepts (RFC 9728 §3). */
export const getProtectedResourceMetadata: NotificationsHandler<'getProtectedResourceMetadata'> = ({
  documents,
  headers,
}) => documents.resourceMetadata.response(headers);

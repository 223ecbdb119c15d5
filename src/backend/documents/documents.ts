import type { BackendHandler } from '../handler.ts';

/** Returns which tokens this service accepts (RFC 9728 §3). */
export const getProtectedResourceMetadata: BackendHandler<'getProtectedResourceMetadata'> = ({ documents, headers }) =>
  documents.resourceMetadata.response(headers);

import type { ForumHandler } from '../handler.ts';

export const getManifest: ForumHandler<'getManifest'> = ({ documents, headers }) =>
  documents.manifest.response(headers);

export const getOpenApi: ForumHandler<'getOpenApi'> = ({ documents, headers }) => documents.openapi.response(headers);

/** Returns which tokens this service accepts (RFC 9728 §3). */
export const getProtectedResourceMetadata: ForumHandler<'getProtectedResourceMetadata'> = ({ documents, headers }) =>
  documents.resourceMetadata.response(headers);

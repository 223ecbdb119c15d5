import { ofRequest } from '../administration/audit-store.ts';
import type { SsoHandler } from '../handler.ts';
import { createPublicDocument } from '../../runtime/http/encoded-content.ts';
import { signingKeyNotFound } from '../errors/administration-errors.ts';

/** Returns the metadata (OpenID Connect Discovery 1.0 §4); both well-known paths return the same bytes. */
export const getOpenIdConfiguration: SsoHandler<'getOpenIdConfiguration'> = ({ documents, headers }) =>
  documents.metadata.response(headers);

/** Returns the metadata (RFC 8414 §3); both well-known paths return the same bytes. */
export const getAuthorizationServerMetadata: SsoHandler<'getAuthorizationServerMetadata'> = ({ documents, headers }) =>
  documents.metadata.response(headers);

/** Returns the Android apps that open the provider's links. */
export const getAndroidAppLinks: SsoHandler<'getAndroidAppLinks'> = ({ documents, headers }) =>
  documents.android.response(headers);

/** Returns the Apple apps that open the provider's links. */
export const getAppleAppLinks: SsoHandler<'getAppleAppLinks'> = ({ documents, headers }) =>
  documents.apple.response(headers);

/** Returns the key set: next, current and former keys. */
export const getJwks: SsoHandler<'getJwks'> = async ({ documents, headers }) =>
  (await documents.keySet()).response(headers);

/** Returns every key that ever signed, for proofs that outlive the key set. */
export const getJwksHistory: SsoHandler<'getJwksHistory'> = async ({ signingKeys, headers }) =>
  createPublicDocument({ keys: [...(await signingKeys.history())] }).response(headers);

/** Publishes the next signing key; it signs when every cached key set has expired. */
export const rotateSigningKey: SsoHandler<'rotateSigningKey'> = async ({
  signingKeys,
  administrator,
  request,
  respond,
}) => respond(200, { kid: await signingKeys.rotate({ ...ofRequest(request), administrator }) });

/** Revokes a compromised signing key; its tokens are rejected from now on. */
export const revokeSigningKey: SsoHandler<'revokeSigningKey'> = async ({
  path: { kid },
  signingKeys,
  administrator,
  request,
  respond,
}) => {
  const currentKid = await signingKeys.revoke(kid, { ...ofRequest(request), administrator });
  if (currentKid === undefined) throw signingKeyNotFound(kid);
  return respond(200, { kid, currentKid });
};

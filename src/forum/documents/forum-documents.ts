import contract from '../../../generated/forum/spec.json' with { type: 'json' };
import manifest from '../../../generated/forum/manifest.json' with { type: 'json' };
import type { components } from '../../../generated/forum/types.ts';
import { type PublicDocument, createPublicDocument } from '../../runtime/http/encoded-content.ts';

import type { ForumSettings } from '../settings.ts';

type Schemas = components['schemas'];

/** The public documents of the forum. */
export interface ForumDocuments {
  readonly manifest: PublicDocument<Schemas['Manifest']>;
  readonly openapi: PublicDocument<Schemas['OpenApiDocument']>;
  readonly resourceMetadata: PublicDocument<Schemas['ProtectedResourceMetadata']>;
}

/** Size limit of manifest version 2, bytes. */
const maxManifest = 8192;

/**
 * Creates the contract, manifest and resource metadata with the address of this forum.
 *
 * @throws Error when the manifest is larger than manifest version 2 allows
 */
export function createForumDocuments({
  baseUrl,
  issuer,
  resource,
  ownAddresses = (text) => text,
}: Pick<ForumSettings, 'baseUrl' | 'issuer' | 'resource' | 'ownAddresses'>): ForumDocuments {
  const { version, auth, operations } = manifest as GeneratedManifest;
  const name = contract.info.title;
  const served = {
    version,
    service: { name, url: baseUrl },
    auth,
    api: { base: baseUrl, specUrl: `${baseUrl}/api/openapi.json`, operations },
  };
  const size = Buffer.byteLength(JSON.stringify(served));
  if (size > maxManifest) throw new Error(`The manifest has ${size} bytes; manifest version 2 allows ${maxManifest}.`);

  return {
    manifest: createPublicDocument(served),
    openapi: createPublicDocument({
      ...(JSON.parse(ownAddresses(JSON.stringify(contract))) as typeof contract),
      servers: [{ url: baseUrl }],
    }),
    resourceMetadata: createPublicDocument({
      resource,
      authorization_servers: [issuer],
      scopes_supported: ['openid', 'forum:write', 'forum:vote'],
      bearer_methods_supported: [],
      dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
      dpop_bound_access_tokens_required: true,
      resource_name: name,
      resource_documentation: `${baseUrl}/docs`,
    }),
  };
}

/** The manifest with the literal types of the contract, which JSON modules lose. */
interface GeneratedManifest {
  readonly version: Schemas['Manifest']['version'];
  readonly auth: Schemas['Manifest']['auth'];
  readonly operations: Schemas['Manifest']['api']['operations'];
}

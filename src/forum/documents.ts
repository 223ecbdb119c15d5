import contract from '../../generated/forum/spec.json' with { type: 'json' };
import manifest from '../../generated/forum/manifest.json' with { type: 'json' };
import type { components } from '../../generated/forum/types.ts';
import { createPublicDocument } from '../runtime/http/encoded-content.ts';
import { createResourceMetadata } from '../runtime/caller/resource-server.ts';
import type { ForumSettings } from './settings.ts';

type Schemas = components['schemas'];

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
}: Pick<ForumSettings, 'baseUrl' | 'issuer' | 'resource' | 'ownAddresses'>) {
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
    resourceMetadata: createResourceMetadata({
      title: name,
      baseUrl,
      resource,
      issuer,
      scopes: ['openid', 'forum:write', 'forum:vote'],
      bearer: false,
    }),
  };
}

/** The manifest with the literal types of the contract, which JSON modules lose. */
interface GeneratedManifest {
  readonly version: Schemas['Manifest']['version'];
  readonly auth: Schemas['Manifest']['auth'];
  readonly operations: Schemas['Manifest']['api']['operations'];
}

import contract from '../../generated/backend/spec.json' with { type: 'json' };
import type { components } from '../../generated/backend/types.ts';
import { type PublicDocument, createPublicDocument } from '../runtime/http/encoded-content.ts';

/** The public documents of the mini-app backend. */
export interface BackendDocuments {
  readonly resourceMetadata: PublicDocument<components['schemas']['ProtectedResourceMetadata']>;
}

/** Address of `resourceMetadata`; challenges name it (RFC 9728 §5.1). */
export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource`;

export function createBackendDocuments(baseUrl: string, issuer: string): BackendDocuments {
  return {
    resourceMetadata: createPublicDocument({
      resource: baseUrl,
      authorization_servers: [issuer],
      scopes_supported: ['openid', 'payments'],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
      dpop_bound_access_tokens_required: false,
      resource_name: contract.info.title,
      resource_documentation: `${baseUrl}/docs`,
    }),
  };
}

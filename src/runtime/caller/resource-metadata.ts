import { createPublicDocument } from '../http/encoded-content.ts';

/** Address of a service's metadata as a resource; challenges name it (RFC 9728 §5.1). */
export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource`;

/**
 * Creates the document of which tokens a service accepts (RFC 9728 §3).
 *
 * @param resource the service's name as a resource (RFC 8707)
 * @param issuer the provider of its tokens
 * @param bearer whether tokens that are bound to no key are accepted too
 */
export const createResourceMetadata = ({
  title,
  baseUrl,
  resource = baseUrl,
  issuer,
  scopes,
  bearer,
}: {
  readonly title: string;
  readonly baseUrl: string;
  readonly resource?: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly bearer: boolean;
}) =>
  createPublicDocument({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: bearer ? ['header'] : [],
    dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
    dpop_bound_access_tokens_required: !bearer,
    resource_name: title,
    resource_documentation: `${baseUrl}/docs`,
  });

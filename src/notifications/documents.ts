import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import type { components } from '../../generated/notifications/types.ts';
import { type PublicDocument, createPublicDocument } from '../runtime/public-document.ts';

/** The public documents of the notification service. */
export interface NotificationsDocuments {
  readonly resourceMetadata: PublicDocument<components['schemas']['ProtectedResourceMetadata']>;
}

/** Creates the metadata of RFC 9728 with the address of this service. */
export const createNotificationsDocuments = (baseUrl: string, issuer: string): NotificationsDocuments => ({
  resourceMetadata: createPublicDocument({
    resource: baseUrl,
    authorization_servers: [issuer],
    scopes_supported: ['openid', 'notifications:host'],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
    dpop_bound_access_tokens_required: false,
    resource_name: contract.info.title,
    resource_documentation: `${baseUrl}/docs`,
  }),
});

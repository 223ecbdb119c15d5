import { signInActions } from './sign-in/authorization-request.ts';
import { type PublicDocument, createPublicDocument } from '../runtime/http/encoded-content.ts';
import { assertionAlgorithms, clientAuthMethods } from './clients/client-key-set.ts';
import { identityScopes } from './identity/claims.ts';
import type { PublishedKey, SigningKeys } from './keys/signing-keys.ts';
import type { SsoSettings, AndroidApp } from './settings.ts';
import { detailTypes } from './approvals/details.ts';
import { platformScopes } from '../protocol/token-scope.ts';
import type { AndroidAppLinks, AppleAppLinks } from '../../generated/sso/types.ts';

type KeySet = { readonly keys: PublishedKey[] };

type MetadataSettings = Pick<
  SsoSettings,
  'issuer' | 'clientRegistration' | 'emailPseudonymDomain' | 'uiLocales' | 'androidApps' | 'appleAppIds'
>;

export function createSsoDocuments(settings: MetadataSettings, signingKeys: Pick<SigningKeys, 'published'>) {
  let keySet: { readonly of: readonly PublishedKey[]; readonly document: PublicDocument<KeySet> } | undefined;
  return {
    metadata: createPublicDocument(providerMetadata(settings)),
    android: createPublicDocument(androidAppLinks(settings.androidApps ?? [])),
    apple: createPublicDocument(appleAppLinks(settings.appleAppIds ?? [])),
    keySet: async (): Promise<PublicDocument<KeySet>> => {
      const published = await signingKeys.published();
      if (keySet?.of !== published)
        keySet = { of: published, document: createPublicDocument({ keys: [...published] }) };
      return keySet.document;
    },
  };
}

/** Metadata, key set and app links of the provider; serialised once per change. */
export type SsoDocuments = ReturnType<typeof createSsoDocuments>;

/** OpenID Connect Discovery 1.0 §3, RFC 8414 §2; `poll_endpoint` is an extension. */
function providerMetadata({
  issuer,
  clientRegistration = 'off',
  emailPseudonymDomain,
  uiLocales = ['en'],
}: MetadataSettings) {
  const hasEmail = emailPseudonymDomain !== undefined;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/oauth/jwks`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    backchannel_authentication_endpoint: `${issuer}/oauth/bc-authorize`,
    backchannel_token_delivery_modes_supported: ['poll' as const, 'ping' as const],
    backchannel_user_code_parameter_supported: false as const,
    authorization_details_types_supported: [...detailTypes],
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: false as const,
    end_session_endpoint: `${issuer}/oauth/end_session`,
    ...(clientRegistration === 'open' && { registration_endpoint: `${issuer}/oauth/register` }),
    client_id_metadata_document_supported: clientRegistration !== 'off',
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => method !== 'none'),
    introspection_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
    poll_endpoint: `${issuer}/oauth/poll`,
    response_types_supported: ['code' as const],
    response_modes_supported: ['json' as const, 'query' as const, 'form_post' as const],
    grant_types_supported: [
      'authorization_code' as const,
      'refresh_token' as const,
      'urn:ietf:params:oauth:grant-type:device_code' as const,
      'urn:ietf:params:oauth:grant-type:token-exchange' as const,
      'urn:openid:params:grant-type:ciba' as const,
    ],
    subject_types_supported: ['public' as const, 'pairwise' as const],
    scopes_supported: ['openid', ...identityScopes.filter((scope) => scope !== 'email' || hasEmail), ...platformScopes],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'auth_time',
      'acr',
      'amr',
      'cnf',
      'sid',
      'act',
      'name',
      'picture',
      'preferred_username',
      ...(hasEmail ? ['email', 'email_verified'] : []),
    ],
    id_token_signing_alg_values_supported: ['RS256' as const],
    token_endpoint_auth_methods_supported: [...clientAuthMethods],
    token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    revocation_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
    code_challenge_methods_supported: ['S256' as const],
    dpop_signing_alg_values_supported: ['EdDSA' as const, 'Ed25519' as const, 'ES256' as const],
    authorization_response_iss_parameter_supported: true as const,
    request_parameter_supported: false as const,
    // OpenID Connect Discovery §3: true when omitted.
    request_uri_parameter_supported: false as const,
    claims_parameter_supported: false as const,
    backchannel_logout_supported: true as const,
    backchannel_logout_session_supported: true as const,
    acr_values_supported: [...signInActions],
    prompt_values_supported: ['none' as const, 'login' as const, 'consent' as const, 'select_account' as const],
    ui_locales_supported: [...uiLocales],
  };
}

/** Paths that an app opens: approval links, the pages of an owner, and the page for codes of devices. */
const paths = ['/approve/*', '/owner/*', '/device'] as const;

/** Statement list of Digital Asset Links: the apps open the links, and share the passkeys of the provider. */
function androidAppLinks(apps: readonly AndroidApp[]): AndroidAppLinks {
  const fingerprints = Map.groupBy(apps, ({ packageName }) => packageName);
  return [...fingerprints].map(([packageName, certificates]) => ({
    relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: certificates.map(({ fingerprint }) => fingerprint),
    },
  }));
}

/** Associated domains file of Apple: the same. */
export const appleAppLinks = (appIds: readonly string[]): AppleAppLinks => ({
  applinks: {
    details: appIds.length === 0 ? [] : [{ appIDs: [...appIds], components: paths.map((path) => ({ '/': path })) }],
  },
  webcredentials: { apps: [...appIds] },
});

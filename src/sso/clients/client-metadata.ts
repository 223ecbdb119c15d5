import { type ClientAuthMethod, clientAuthMethods, type ClientKeySet, readClientKeySet } from './client-key-set.ts';
import type { SubjectType } from '../identity/subjects.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

/** What an application says about itself (RFC 7591 §2). */
interface ClientMetadata {
  readonly name: string | undefined;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  /** Undefined when it names none. */
  readonly authMethod: ClientAuthMethod | undefined;
  readonly jwks: ClientKeySet | null;
  /** Where the keys are published; `jwks` has none then. */
  readonly jwksUri: string | null;
  readonly backchannelLogoutUri: string | null;
  readonly backchannelLogoutSessionRequired: boolean;
  readonly dpopBoundAccessTokens: boolean;
  readonly subjectType: SubjectType;
  readonly sectorIdentifierUri: string | null;
}

/** RFC 7591 §3.2.2. */
interface ClientMetadataViolation {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly text: string;
}

const grantTypes = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];
const maxUris = 20;
const longestUri = 2_048;
/** The rules of `RegisteredRedirectUri` in the contract. */
const redirectUri =
  /^(?:https:\/\/[^@#/?\\\s*]+(?:[/?][^#\s]*)?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?(?:[/?][^#\s]*)?|[a-z][a-z0-9+-]*\.[a-z0-9+.-]*:(?:\/\/[^@#/?\\\s]*(?:[/?][^#\s]*)?|\/?(?:[^#/\s][^#\s]*)?))$/;
/** Characters of RFC 3986 §2, with an IPv6 address as host. */
const uriCharacters = /^[a-z][a-z0-9+.-]*:(?:\/\/\[[0-9a-f:.]+\])?(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i;
/** `DisplayName` of the contract, without characters that hide or reorder text. */
const displayName = /^[^\s\p{C}](?:[^\p{C}]{0,78}[^\s\p{C}])?$/u;

/** Reads what an application registers. Unknown members are ignored (RFC 7591 §2). */
export function readClientMetadata(
  metadata: Readonly<Record<string, unknown>>,
): ClientMetadata | ClientMetadataViolation {
  const { client_name: name, token_endpoint_auth_method: method, response_types: responses } = metadata;
  if (name !== undefined && !isDisplayName(name))
    return invalid('client_name must be 1 to 80 visible characters without a space at either end.');
  const authMethod = clientAuthMethods.find((known) => known === method);
  if (method !== undefined && authMethod === undefined)
    return invalid(`token_endpoint_auth_method must be one of ${clientAuthMethods.join(', ')}.`);
  const grants = metadata['grant_types'] ?? ['authorization_code', 'refresh_token'];
  if (!isTextList(grants) || !grants.every((grant) => grantTypes.includes(grant)))
    return invalid(`grant_types must be a list of ${grantTypes.join(', ')}.`);
  if (responses !== undefined && !(isTextList(responses) && responses.every((type) => type === 'code')))
    return invalid("response_types must be ['code'].");

  const redirectUris = metadata['redirect_uris'] ?? [];
  if (!isUriList(redirectUris)) return { code: 'invalid_redirect_uri', text: `redirect_uris must be ${uriRules}.` };
  if (redirectUris.length === 0 && grants.includes('authorization_code'))
    return {
      code: 'invalid_redirect_uri',
      text: 'redirect_uris is missing: the grant authorization_code returns to one.',
    };
  const postLogoutRedirectUris = metadata['post_logout_redirect_uris'] ?? [];
  if (!isUriList(postLogoutRedirectUris)) return invalid(`post_logout_redirect_uris must be ${uriRules}.`);

  const keys = keysOf(metadata, authMethod);
  if (typeof keys === 'string') return invalid(keys);
  const { backchannel_logout_uri: logoutUri = null, backchannel_logout_session_required: needsSid = false } = metadata;
  if (logoutUri !== null && !isHttpUri(logoutUri))
    return invalid('backchannel_logout_uri must be an https URI without a fragment.');
  if (typeof needsSid !== 'boolean') return invalid('backchannel_logout_session_required must be true or false.');
  const { dpop_bound_access_tokens: dpopBound = false } = metadata;
  if (typeof dpopBound !== 'boolean') return invalid('dpop_bound_access_tokens must be true or false.');
  const { subject_type: subjectType = 'public', sector_identifier_uri: sectorIdentifierUri = null } = metadata;
  if (subjectType !== 'public' && subjectType !== 'pairwise')
    return invalid('subject_type must be public or pairwise.');
  if (sectorIdentifierUri !== null && !isHttpUri(sectorIdentifierUri))
    return invalid('sector_identifier_uri must be an https URI without a fragment.');
  return {
    name,
    redirectUris: [...new Set(redirectUris)],
    postLogoutRedirectUris: [...new Set(postLogoutRedirectUris)],
    grantTypes: grants,
    authMethod,
    ...keys,
    backchannelLogoutUri: logoutUri,
    backchannelLogoutSessionRequired: needsSid,
    dpopBoundAccessTokens: dpopBound,
    subjectType,
    sectorIdentifierUri,
  };
}

/** Returns the origins of the pages that an application returns to; scripts on them may call the provider. */
export function originsOf(redirectUris: readonly string[]): readonly string[] {
  const origins = redirectUris.map((uri) => URL.parse(uri)?.origin).filter((origin) => origin?.startsWith('http'));
  return [...new Set(origins)].filter((origin) => origin !== undefined);
}

function keysOf(
  metadata: Readonly<Record<string, unknown>>,
  method: string | undefined,
): Pick<ClientMetadata, 'jwks' | 'jwksUri'> | string {
  const { jwks, jwks_uri: uri } = metadata;
  if (method !== 'private_key_jwt') return { jwks: null, jwksUri: null };
  if (jwks !== undefined && uri !== undefined) return 'jwks and jwks_uri exclude each other: send one of them.';
  if (uri !== undefined)
    return isHttpUri(uri) ? { jwks: { keys: [] }, jwksUri: uri } : 'jwks_uri must be an https URI without a fragment.';
  if (!isJsonObject(jwks) || !Array.isArray(jwks['keys']))
    return 'jwks or jwks_uri is missing: private_key_jwt needs public keys.';
  const keys: readonly unknown[] = jwks['keys'];
  if (keys.length === 0 || keys.length > 10) return 'jwks must have 1 to 10 keys.';
  const read = readClientKeySet({ keys });
  return typeof read === 'string' ? `${read}.` : { jwks: read, jwksUri: null };
}

const uriRules =
  'at most 20 URIs without a user name, a fragment or a wildcard for a host: https, http of a loopback host, or a scheme of the application such as com.example.app:/callback';

const invalid = (text: string): ClientMetadataViolation => ({ code: 'invalid_client_metadata', text });

const isDisplayName = (value: unknown): value is string => typeof value === 'string' && displayName.test(value);

/** Whether it is allowed as a target is decided by the guard of outbound requests. */
const isHttpUri = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestUri && uriCharacters.test(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

function isUriList(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length > maxUris) return false;
  return value.every(
    (uri) =>
      typeof uri === 'string' &&
      uri.length <= longestUri &&
      redirectUri.test(uri) &&
      uriCharacters.test(uri) &&
      URL.canParse(uri),
  );
}

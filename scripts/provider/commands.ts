import { readFile } from 'node:fs/promises';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import type { ClientKeySet, Provider } from '../../generated/sso/types.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { parseWords, UsageError } from '../../cli/platform/print.ts';

const usage =
  'Usage: provider create --name N [--redirect-uri U]… [--origin O]… [--post-logout-redirect-uri U]… [--backchannel-logout-uri U [--backchannel-logout-session-required]] [--comparison required|optional] [--reach sign-in|platform] [--auth-method none|client_secret_basic|client_secret_post|private_key_jwt] [--jwks FILE | --jwks-uri URI] [--assertion-audience issuer|token_endpoint] [--compat [--without-nonce]] [--dpop-bound] [--pairwise] [--sector-identifier-uri U] [--email-pseudonym] | provider update <address> --reach sign-in|platform | provider create-secret <address> | provider revoke-secret <address> <secretId> | provider list | provider disable <address> | provider rotate-key | provider revoke-key <kid>';

/** Runs one command of provider administration. @returns the result to print besides `ok` */
export async function runProvider(client: SsoApiClient, args: readonly string[]): Promise<object> {
  const [first, kid, ...rest] = args;
  // Not parsed: a kid may begin with a hyphen.
  if (first === 'revoke-key' && kid !== undefined && rest.length === 0)
    return unwrap(await client.revokeSigningKey({ path: { kid } }));
  const { positionals, values } = parse(args);
  const [command, argument, ...more] = positionals;
  const options = Object.keys(values).length;
  if (command === 'create' && argument === undefined) return create(client, values);
  if (command === 'list' && argument === undefined && options === 0) return { providers: await list(client) };
  if (command === 'disable' && argument !== undefined && more.length === 0 && options === 0)
    return unwrap(await client.disableProvider({ path: { providerAddress: argument } }));
  if (command === 'update' && argument !== undefined && more.length === 0 && options === 1)
    return update(client, argument, values.reach);
  if (command === 'create-secret' && argument !== undefined && more.length === 0 && options === 0)
    return unwrap(await client.createProviderSecret({ path: { providerAddress: argument } }));
  if (command === 'revoke-secret' && argument !== undefined && more.length === 1 && options === 0)
    return revokeSecret(client, argument, more[0] ?? '');
  if (command === 'rotate-key' && argument === undefined && options === 0)
    return unwrap(await client.rotateSigningKey());
  throw new UsageError(usage);
}

const parse = (args: readonly string[]) =>
  parseWords(
    args,
    {
      name: { type: 'string' },
      'redirect-uri': { type: 'string', multiple: true },
      origin: { type: 'string', multiple: true },
      'post-logout-redirect-uri': { type: 'string', multiple: true },
      'backchannel-logout-uri': { type: 'string' },
      'backchannel-logout-session-required': { type: 'boolean' },
      comparison: { type: 'string' },
      reach: { type: 'string' },
      'auth-method': { type: 'string' },
      'assertion-audience': { type: 'string' },
      jwks: { type: 'string' },
      'jwks-uri': { type: 'string' },
      compat: { type: 'boolean' },
      'without-nonce': { type: 'boolean' },
      'dpop-bound': { type: 'boolean' },
      pairwise: { type: 'boolean' },
      'sector-identifier-uri': { type: 'string' },
      'email-pseudonym': { type: 'boolean' },
    },
    usage,
  );

const nonceWarning =
  'Without PKCE and nonce an injected authorization code is not detected. Use --without-nonce only for a client that can send neither.';

async function create(client: SsoApiClient, values: ReturnType<typeof parse>['values']): Promise<object> {
  const { name, comparison, reach, 'auth-method': method } = values;
  const { 'backchannel-logout-uri': logoutUri, 'backchannel-logout-session-required': sessionRequired } = values;
  const { 'sector-identifier-uri': sectorIdentifierUri } = values;
  if (name === undefined) throw new UsageError(`--name is missing. ${usage}`);
  if (comparison !== undefined && !isComparison(comparison))
    throw new UsageError(`--comparison is ${comparison}: use required or optional. ${usage}`);
  if (reach !== undefined && !isReach(reach))
    throw new UsageError(`--reach is ${reach}: use sign-in or platform. ${usage}`);
  if (method !== undefined && !isAuthMethod(method))
    throw new UsageError(`--auth-method is ${method}: use ${authMethods.join(', ')}. ${usage}`);
  const { 'assertion-audience': assertionAudience } = values;
  if (assertionAudience !== undefined && !isAssertionAudience(assertionAudience))
    throw new UsageError(`--assertion-audience is ${assertionAudience}: use issuer or token_endpoint. ${usage}`);
  const body = {
    name,
    redirectUris: values['redirect-uri'] ?? [],
    allowedOrigins: values.origin ?? [],
    postLogoutRedirectUris: values['post-logout-redirect-uri'] ?? [],
    ...(logoutUri !== undefined && { backchannelLogoutUri: logoutUri }),
    ...(sessionRequired && { backchannelLogoutSessionRequired: true }),
    ...(comparison !== undefined && { comparison }),
    ...(reach !== undefined && { reach }),
    ...(method !== undefined && { tokenEndpointAuthMethod: method }),
    ...(assertionAudience !== undefined && { assertionAudience }),
    // What clients of other projects need that send no PKCE in their defaults.
    ...(values.compat && { requirePkce: false }),
    ...(values['without-nonce'] && { requireNonce: false }),
    ...(values['dpop-bound'] && { dpopBoundAccessTokens: true }),
    ...(values['email-pseudonym'] && { emailPseudonym: true }),
    ...(values.pairwise && { subjectType: 'pairwise' as const }),
    ...(sectorIdentifierUri !== undefined && { sectorIdentifierUri }),
    ...(values.jwks !== undefined && { jwks: await readKeySet(values.jwks) }),
    ...(values['jwks-uri'] !== undefined && { jwksUri: values['jwks-uri'] }),
  };
  const created = unwrap(await client.createProvider({ body }));
  return values['without-nonce'] ? { ...created, warning: nonceWarning } : created;
}

/** Changes where the tokens of an application reach. */
async function update(client: SsoApiClient, providerAddress: string, reach: string | undefined): Promise<Provider> {
  if (reach === undefined || !isReach(reach)) throw new UsageError(`--reach must be sign-in or platform. ${usage}`);
  return unwrap(await client.updateProvider({ path: { providerAddress }, body: { reach } }));
}

async function revokeSecret(client: SsoApiClient, providerAddress: string, secretId: string): Promise<object> {
  unwrap(await client.revokeProviderSecret({ path: { providerAddress, secretId } }));
  return { providerAddress, secretId };
}

/** Reads a JSON Web Key Set of public keys. @throws UsageError for any other file */
async function readKeySet(file: string): Promise<ClientKeySet> {
  const content: unknown = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  // The provider checks the keys.
  if (isKeySet(content)) return { keys: content.keys };
  throw new UsageError(`--jwks is ${file}: use a file with a JSON Web Key Set, {'keys': […]}. ${usage}`);
}

const isKeySet = (value: unknown): value is ClientKeySet => isJsonObject(value) && Array.isArray(value['keys']);

async function list(client: SsoApiClient): Promise<readonly Provider[]> {
  const all: Provider[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = unwrap(await client.listProviders({ query: { limit: 100, ...(cursor !== undefined && { cursor }) } }));
    all.push(...page.providers);
    cursor = page.nextCursor;
  }
  return all;
}

const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const isAuthMethod = (value: string): value is Provider['tokenEndpointAuthMethod'] =>
  authMethods.some((method) => method === value);
const isAssertionAudience = (value: string): value is Provider['assertionAudience'] =>
  value === 'issuer' || value === 'token_endpoint';
const isReach = (value: string): value is Provider['reach'] => value === 'sign-in' || value === 'platform';
const isComparison = (value: string): value is Provider['comparison'] => value === 'required' || value === 'optional';

import { parseCompactJwt } from '../../protocol/compact-jws.ts';
import { headerPairs } from '../../protocol/raw-headers.ts';
import type { Client } from '../client.ts';
import { usesSecret } from './auth-method.ts';
import type { SsoHandlerContext } from '../context.ts';
import { clientRefused } from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { verifyClientAssertion } from './client-assertion.ts';
import { type ClientCredentials, type ClientForm, readClientCredentials } from './client-credentials.ts';
import { matchesClientSecret } from './client-secret.ts';

export interface AuthenticatedClient {
  /** Its client_id. */
  readonly address: string;
  /** Undefined when no application has this client_id: a public client proves nothing, so that callers decide. */
  readonly client: Client | undefined;
}

type AuthenticationContext = Pick<
  SsoHandlerContext & SsoRequestContext,
  'clients' | 'clientAssertions' | 'clientDocuments' | 'publishedKeys' | 'refusals' | 'settings' | 'now' | 'request'
>;

/**
 * Authenticates the client of a request (RFC 6749 §2.3, RFC 7523 §2.2) with the method that it is registered with; a secret
 * may come in the header or in the form. A client assertion is consumed.
 *
 * @throws DomainError invalid_client when credentials are wrong or a confidential client sends none; invalid_request when
 *   they are contradictory or no client is named
 */
export async function authenticateClient(
  form: ClientForm,
  context: AuthenticationContext,
): Promise<AuthenticatedClient> {
  const { request, clients, clientDocuments, refusals, now } = context;
  const presented = readClientCredentials(headerPairs(request.rawHeaders), form);
  // The keys of a metadata document are fresh as long as the document is.
  if (presented.method === 'private_key_jwt') await clientDocuments.refresh(presented.clientId, request.ip);
  const client = await clients.byAddress(presented.clientId);
  const problem = await refusalOf(presented, client, context);
  if (problem === undefined) return { address: presented.clientId, client };
  await refusals.record({
    event: 'client_refused',
    at: now(),
    requestId: request.id,
    clientAddress: client?.address ?? null,
    ip: request.ip,
    details: { method: presented.method, registered: client?.tokenEndpointAuthMethod ?? null },
  });
  throw clientRefused(problem);
}

/** @returns what is wrong; undefined when the client is authenticated */
async function refusalOf(
  presented: ClientCredentials,
  client: Client | undefined,
  context: AuthenticationContext,
): Promise<string | undefined> {
  const registered = client?.tokenEndpointAuthMethod ?? 'none';
  if (presented.method === 'none')
    return registered === 'none' ? undefined : `This client authenticates with ${registered}: send its credentials.`;
  const wrong = 'The client is unknown, or its credentials are wrong.';
  if (!client || client.disabledAt !== null) return wrong;
  if (presented.method !== registered && !(usesSecret(presented.method) && usesSecret(registered)))
    return `This client authenticates with ${registered}, not ${presented.method}.`;
  if (presented.method !== 'private_key_jwt')
    return matchesClientSecret(client.secrets, presented.secret) ? undefined : wrong;
  return assertionRefusal(presented, client, context);
}

async function assertionRefusal(
  { clientId, assertion }: ClientCredentials & { readonly method: 'private_key_jwt' },
  client: Client,
  { clientAssertions, publishedKeys, settings: { issuer }, now, request }: AuthenticationContext,
): Promise<string | undefined> {
  const { kid } = parseCompactJwt(assertion).header;
  const keys = await publishedKeys.find(client, typeof kid === 'string' ? kid : undefined, request.ip);
  if (typeof keys === 'string') return keys;
  const verified = await verifyClientAssertion({
    assertion,
    clientId,
    keys,
    // Another server that an assertion names as well could use it here (draft-ietf-oauth-rfc7523bis §4).
    audiences: client.assertionAudience === 'issuer' ? [issuer] : [issuer, `${issuer}/oauth/token`],
    now: now(),
  });
  if (typeof verified === 'string') return verified;
  const { jti, expiresAt } = verified;
  return (await clientAssertions.once(client.address, jti, expiresAt))
    ? undefined
    : 'client_assertion was used before: make a new one for every request.';
}

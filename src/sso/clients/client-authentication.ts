import { ofRequest } from '../administration/audit-store.ts';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import { parseCompactJwt } from '../../protocol/compact-jws.ts';
import { headerPairs } from '../../protocol/request-headers.ts';
import { type AuthenticatingClient, matchesClientSecret } from './client.ts';
import { assertionAlgorithms, type ClientKeySet, usesSecret } from './client-key-set.ts';
import type { SsoHandlerContext } from '../context.ts';
import { clientRefused } from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { type ClientCredentials, type ClientForm, readClientCredentials } from './client-credentials.ts';

interface AuthenticatedClient<Found> {
  /** Its client_id. */
  readonly address: string;
  /** Undefined when no application has this client_id: a public client proves nothing, so that callers decide. */
  readonly client: Found | undefined;
}

type AuthenticationContext = Pick<
  SsoHandlerContext & SsoRequestContext,
  'clientAssertions' | 'clientDocuments' | 'publishedKeys' | 'refusals' | 'settings' | 'now' | 'request'
>;

/**
 * Authenticates the client of a request (RFC 6749 §2.3, RFC 7523 §2.2) with the method that it is registered with; a secret
 * may come in the header or in the form. A client assertion is consumed.
 *
 * @param readClient reads the client with an address; undefined when there is none
 * @throws DomainError invalid_client when credentials are wrong or a confidential client sends none; invalid_request when
 *   they are contradictory or no client is named
 */
export async function authenticateClient<Found extends AuthenticatingClient>(
  form: ClientForm,
  context: AuthenticationContext,
  readClient: (address: string) => Promise<Found | undefined>,
): Promise<AuthenticatedClient<Found>> {
  const { request, clientDocuments, refusals, now } = context;
  const presented = readClientCredentials(headerPairs(request.rawHeaders), form);
  // The keys of a metadata document are fresh as long as the document is.
  if (presented.method === 'private_key_jwt') await clientDocuments.refresh(presented.clientId, request.ip);
  const client = await readClient(presented.clientId);
  const problem = await refusalOf(presented, client, context);
  if (problem === undefined) return { address: presented.clientId, client };
  await refusals.record({
    event: 'client_refused',
    at: now(),
    ...ofRequest(request),
    clientAddress: client?.address ?? null,
    details: { method: presented.method, registered: client?.tokenEndpointAuthMethod ?? null },
  });
  throw clientRefused(problem);
}

/** @returns what is wrong; undefined when the client is authenticated */
async function refusalOf(
  presented: ClientCredentials,
  client: AuthenticatingClient | undefined,
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
  client: AuthenticatingClient,
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

interface ClientAssertion {
  readonly jti: string;
  /** After which every process rejects the assertion. */
  readonly expiresAt: Date;
}

/** Seconds by which the clocks of client and provider may differ. */
const clockSkew = 30;
/** Longest lifetime of an assertion, seconds; used ones are stored as long. */
const longestLifetime = 3_600;
const longestJti = 256;
/** Values of `typ`: other JWTs that a client signs are not assertions (RFC 8725 §3.11). */
const types = ['jwt', 'client-authentication+jwt'];

/**
 * Verifies a client assertion (RFC 7523 §3, OpenID Connect Core §9). The caller checks that its jti is new.
 *
 * @returns a text that says what is wrong
 */
async function verifyClientAssertion(expected: {
  readonly assertion: string;
  readonly clientId: string;
  readonly keys: ClientKeySet;
  /** Accepted values of `aud`, which must be one string (draft-ietf-oauth-rfc7523bis). */
  readonly audiences: readonly string[];
  readonly now: Date;
}): Promise<ClientAssertion | string> {
  const { assertion, clientId, audiences, now } = expected;
  const options: JWTVerifyOptions = {
    algorithms: [...assertionAlgorithms],
    issuer: clientId,
    subject: clientId,
    audience: [...audiences],
    clockTolerance: clockSkew,
    currentDate: now,
    requiredClaims: ['exp', 'jti'],
  };
  const verified = await verify(assertion, expected.keys, options);
  if (typeof verified === 'string') return verified;
  const { aud, typ, exp = 0, iat = 0, jti } = verified;
  if (typeof aud !== 'string') return 'client_assertion names its audience in a list: send one string.';
  if (typ !== undefined && !types.includes(typ.toLowerCase().replace(/^application\//, '')))
    return 'client_assertion has the typ of another JWT.';
  if (typeof jti !== 'string' || jti === '' || jti.length > longestJti)
    return `client_assertion has no jti of 1 to ${longestJti} characters.`;
  if (iat > now.getTime() / 1000 + clockSkew) return 'client_assertion was issued in the future: check the clock.';
  if (exp > now.getTime() / 1000 + longestLifetime + clockSkew)
    return `client_assertion expires more than ${longestLifetime} seconds from now.`;
  return { jti, expiresAt: new Date((exp + 2 * clockSkew) * 1000) };
}

type VerifiedAssertion = JWTPayload & { readonly typ: string | undefined };

async function verify(
  assertion: string,
  { keys }: ClientKeySet,
  options: JWTVerifyOptions,
): Promise<VerifiedAssertion | string> {
  const keySet = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
  try {
    return verifiedAssertion(await jwtVerify(assertion, keySet, options));
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys)
      for await (const key of error) {
        try {
          return verifiedAssertion(await jwtVerify(assertion, key, options));
        } catch (failure) {
          if (failure instanceof errors.JWSSignatureVerificationFailed) continue;
          return problemOf(failure, options);
        }
      }
    return problemOf(error, options);
  }
}

const verifiedAssertion = ({
  payload,
  protectedHeader: { typ },
}: Awaited<ReturnType<typeof jwtVerify>>): VerifiedAssertion => ({ ...payload, typ });

/** jose rejects with its own errors, and with TypeError or DOMException for a key that does not fit the algorithm. */
function problemOf(error: unknown, { issuer, audience }: JWTVerifyOptions): string {
  if (!(error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired))
    return 'client_assertion does not verify with a registered key of this client.';
  const { claim, reason } = error;
  if (reason !== 'check_failed') return `client_assertion has no valid ${claim}.`;
  if (claim === 'aud') return `aud of client_assertion is not ${[audience].flat().join(' or ')}.`;
  if (claim === 'iss' || claim === 'sub')
    return `${claim} of client_assertion is not the client_id, ${String(issuer)}.`;
  return `client_assertion has expired or is not valid yet (${claim}): check the clock.`;
}

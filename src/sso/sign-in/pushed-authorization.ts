import { ofRequest } from '../administration/audit-store.ts';
import { checkAuthorization } from './check-authorization.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import { isAllowedOrigin } from '../clients/addresses.ts';
import {
  invalidClient,
  invalidDpopProof,
  originNotAllowed,
  redirectOnly,
  requestUriRefused,
} from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { consumeProof, verifyPresentedProof } from '../tokens/proof-of-possession.ts';
import { secretKey } from '../tokens/grant-secrets.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { PushedRequestStore } from './pushed-request-store.ts';

/** Stores an authorization request of an authenticated client (RFC 9126 §2). A proof binds it to its key (RFC 9449 §10.1). */
export const createPushedAuthorization: SsoHandler<'createPushedAuthorization'> = async (input) => {
  const { body, respond, ...context } = input;
  const { pushedRequests, secrets, nonces, now, request } = context;
  const proof = await verifyPresentedProof(context);
  await context.clientDocuments.refresh(body.client_id, context.request.ip);
  const { client } = await authenticateClient(body, context, context.clients.byAddress);
  if (!client || client.disabledAt !== null) throw invalidClient();
  // Anyone could push in the name of a public client.
  if (client.kind === 'own') throw redirectOnly(client.name);
  if (request.origin !== undefined && !isAllowedOrigin(client.allowedOrigins, request.origin))
    throw originNotAllowed(request.origin);

  const { client_secret: _secret, client_assertion: _assertion, client_assertion_type: _type, ...sent } = body;
  if (proof && sent.dpop_jkt !== undefined && sent.dpop_jkt !== proof.jkt)
    throw invalidDpopProof(`The key ${proof.jkt} signed the proof, but dpop_jkt is ${sent.dpop_jkt}.`);
  const parameters = { ...sent, client_id: client.address, ...(proof && { dpop_jkt: proof.jkt }) };
  await checkAuthorization(parameters, context);
  const at = now();
  const about = { at, ...ofRequest(request), clientAddress: client.address };
  await consumeProof(proof, context, about);

  const secret = secrets.generate();
  await pushedRequests.create({
    uri: secretKey(secret),
    clientAddress: client.address,
    parameters: JSON.stringify(parameters),
    expiresAt: new Date(at.getTime() + pushedRequestSeconds * 1000),
  });
  return respond(
    201,
    { request_uri: requestUriOf(secret), expires_in: pushedRequestSeconds },
    { ...(nonces && { 'dpop-nonce': nonces.current() }) },
  );
};

export interface PushedRequestDependencies {
  readonly pushedRequests: Pick<PushedRequestStore, 'consume'>;
  readonly now: () => Date;
}

/**
 * Replaces the parameters of an authorization request by the pushed ones that its `request_uri` names, and consumes that one
 * (RFC 9126 §4, RFC 9101 §6.3). Parameters beside it are ignored, so that an error is never redirected to one of them.
 *
 * @returns whether the request names a pushed one
 * @throws DomainError `invalid_request_uri` when it is unknown, used, expired or another client's
 */
export async function expandPushedRequest(
  parameters: Record<string, unknown>,
  { pushedRequests, now }: PushedRequestDependencies,
): Promise<boolean> {
  const secret = pushedRequestSecret(parameters['request_uri']);
  if (secret === undefined) return false;
  const clientId = parameters['client_id'];
  for (const name of Object.keys(parameters)) delete parameters[name];
  const stored =
    typeof clientId === 'string'
      ? await pushedRequests.consume({ uri: secretKey(secret), clientAddress: clientId, at: now() })
      : undefined;
  const pushed: unknown = stored === undefined ? undefined : JSON.parse(stored);
  if (!isJsonObject(pushed)) throw requestUriRefused();
  Object.assign(parameters, pushed);
  return true;
}

const prefix = 'urn:ietf:params:oauth:request_uri:';

/** Seconds for which a pushed request can be used (RFC 9126 §2.2). */
const pushedRequestSeconds = 60;

/** Returns the `request_uri` of a pushed request (RFC 9126 §2.2). */
const requestUriOf = (secret: string): string => `${prefix}${secret}`;

/** Returns the secret of a `request_uri`; undefined when it is not one of a pushed request. */
const pushedRequestSecret = (requestUri: unknown): string | undefined =>
  typeof requestUri === 'string' && requestUri.startsWith(prefix) ? requestUri.slice(prefix.length) : undefined;

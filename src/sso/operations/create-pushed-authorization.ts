import { checkAuthorization } from '../authorization/check-authorization.ts';
import { authenticateClient } from '../client-authentication/authenticate-client.ts';
import { isAllowedOrigin } from '../client-origin.ts';
import { invalidClient, invalidDpopProof, originNotAllowed, redirectOnly } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { consumeProof, verifyPresentedProof } from '../proof-of-possession.ts';
import { pushedRequestSeconds, requestUriOf } from '../pushed-requests/request-uri.ts';
import { secretHash } from '../secret-hash.ts';

/** Stores an authorization request of an authenticated client (RFC 9126 §2). A proof binds it to its key (RFC 9449 §10.1). */
export const createPushedAuthorization: SsoHandler<'createPushedAuthorization'> = async ({
  body,
  respond,
  ...context
}) => {
  const { pushedRequests, secrets, nonces, now, request } = context;
  const proof = await verifyPresentedProof(context);
  await context.clientDocuments.refresh(body.client_id, context.request.ip);
  const { client } = await authenticateClient(body, context);
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
  const about = { at, requestId: request.id, clientAddress: client.address, ip: request.ip };
  await consumeProof(proof, context, about);

  const secret = secrets.generate();
  await pushedRequests.create({
    uriHash: secretHash(secret),
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

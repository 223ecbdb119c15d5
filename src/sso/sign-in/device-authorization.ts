import { withResource } from '../applications/resources.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import { isAllowedOrigin } from '../clients/addresses.ts';
import { invalidClient, originNotAllowed, redirectOnly } from '../errors/oauth-errors.ts';
import { requireKeyOrPromise } from '../tokens/proof-of-possession.ts';
import { checkResource, grantedScope, requireScopeOfClient } from '../tokens/reach.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import { generateDecoyCodes, generateUserCode, readUserCode, typedCodeCookie } from './comparison.ts';
import type { SsoHandlerContext } from '../context.ts';
import { isUniqueViolation } from '../../runtime/database/database-errors.ts';
import { placeOf } from '../sessions/place.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import type { Client } from '../clients/client.ts';
import { bucketOfSecret, withBucket } from '../../runtime/database/bucket.ts';
import { firstInterval } from './poll-pace.ts';
import { authorizationStatus } from './authorization-request.ts';

/** Starts the sign-in of a device (RFC 8628 §3.1). */
export const createDeviceAuthorization: SsoHandler<'createDeviceAuthorization'> = async (input) => {
  const { body, respond, ...context } = input;
  await context.clientDocuments.refresh(body.client_id, context.request.ip);
  const { client } = await authenticateClient(body, context, context.clients.byAddress);
  if (!client || client.disabledAt !== null) throw invalidClient();
  if (client.kind === 'own') throw redirectOnly(client.name);
  const { origin } = context.request;
  if (origin !== undefined && !isAllowedOrigin(client.allowedOrigins, origin)) throw originNotAllowed(origin);
  const requestedScope = body.scope ?? 'openid';
  requireScopeOfClient(requestedScope, client);
  const { reach, address: clientAddress } = client;
  const resource = body.resource ?? null;
  const settings = await withResource(context.settings, resource, context);
  checkResource({ clientAddress, reach, resource, scope: grantedScope(requestedScope, client, settings) }, settings);
  requireKeyOrPromise({ dpopJkt: body.dpop_jkt, resource }, client, settings);
  const { agent_name: agentName = null, dpop_jkt: dpopJkt = null } = body;
  return respond(
    200,
    await startDeviceAuthorization({ client, resource, requestedScope, agentName, dpopJkt }, context),
  );
};

/** Attempts to generate a user code that no recent request has. */
const maxAttempts = 8;

interface DeviceAuthorizationInput {
  readonly client: Client;
  /** `resource` of the request (RFC 8707). */
  readonly resource: string | null;
  readonly requestedScope: string;
  readonly agentName: string | null;
  /** Thumbprint of the key that the tokens will be bound to; null without one. */
  readonly dpopJkt: string | null;
}

/**
 * Starts the sign-in of a device that cannot show a browser (RFC 8628 §3.1). The secret of the approval link is derived
 * from the user code, so that `/device` finds the request and the database holds neither.
 */
async function startDeviceAuthorization(
  input: DeviceAuthorizationInput,
  context: SsoHandlerContext & SsoRequestContext,
) {
  const { secrets, settings, randomBytes, deviceCodes } = context;
  for (let attempt = 1; ; attempt++) {
    const userCode = generateUserCode(randomBytes);
    const link = secrets.linkOf(userCode);
    const deviceCode = secrets.inBucket(bucketOfSecret(link));
    try {
      const requestId = await createRequest({ userCode, link }, input, context);
      await deviceCodes.create({ codeHash: secretHash(deviceCode), requestId });
    } catch (error) {
      if (isUniqueViolation(error) && attempt < maxAttempts) continue;
      throw error;
    }
    const uri = `${settings.issuer}/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: uri,
      verification_uri_complete: `${uri}?user_code=${userCode}`,
      expires_in: settings.lifetimes.authorization,
      interval: firstInterval,
    };
  }
}

async function createRequest(
  { userCode, link }: { readonly userCode: string; readonly link: string },
  { client, resource, requestedScope, agentName, dpopJkt }: DeviceAuthorizationInput,
  { requests, secrets, settings, request, now, newId, randomBytes }: SsoHandlerContext & SsoRequestContext,
): Promise<string> {
  const at = now();
  const place = placeOf(request);
  const id = withBucket(newId(), bucketOfSecret(link));
  await requests.create({
    id,
    linkHash: secretHash(link),
    browserHash: null,
    // The device polls the token endpoint: these secrets are never sent.
    pollingCodeHash: secretHash(secrets.generate()),
    codeHash: secretHash(secrets.generate()),
    codeChallenge: null,
    deviceFlow: true,
    clientAddress: client.address,
    responseMode: 'json',
    scope: grantedScope(requestedScope, client, settings),
    reach: client.reach,
    resource,
    requestedScope,
    state: null,
    nonce: null,
    prompt: null,
    maxAge: null,
    acr: null,
    hintedSub: null,
    redirectUri: null,
    dpopJkt,
    comparisonCode: userCode,
    decoyCodes: generateDecoyCodes(userCode, randomBytes),
    requesterIp: place.ip,
    requesterUserAgent: place.userAgent,
    agentName,
    createdAt: at,
    expiresAt: new Date(at.getTime() + settings.lifetimes.authorization * 1000),
  });
  return id;
}

interface FoundDeviceRequest {
  /** The approval page. */
  readonly location: string;
  /** `Set-Cookie` for the browser in which the code was typed. */
  readonly typedCookie: string;
}

export function createDeviceReadModel({
  requests,
  secrets,
  guessLimits,
  settings: { issuer },
  now,
}: SsoHandlerContext) {
  return {
    /**
     * Returns undefined for text that is no user code of a pending request.
     *
     * @throws DomainError 429 when this network guessed too often
     */
    byUserCode: async (typed: string, ip: string): Promise<FoundDeviceRequest | undefined> => {
      // Counted first, so that a right guess beyond the limit fails too.
      await guessLimits.consume('userCode', ip);
      const userCode = readUserCode(typed);
      const link = userCode === undefined ? undefined : secrets.linkOf(userCode);
      const authorization = link === undefined ? undefined : await requests.byLink(secretKey(link));
      if (link === undefined || !authorization?.deviceFlow || authorizationStatus(authorization, now()) !== 'pending')
        return undefined;
      await guessLimits.release('userCode', ip);
      return {
        location: `${issuer}/approve/${link}`,
        typedCookie: typedCodeCookie(secrets.typedProofOf(authorization.linkHash), authorization.linkHash, issuer),
      };
    },
  };
}

/** Finds pending requests of devices for the pages. */
export type DeviceReadModel = ReturnType<typeof createDeviceReadModel>;

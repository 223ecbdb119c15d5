import { generateDecoyCodes } from '../comparison-code.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import { isUniqueViolation } from '../../runtime/database-errors.ts';
import { placeOf } from '../place.ts';
import { secretHash } from '../secret-hash.ts';
import { grantedScope } from '../reach/granted-scope.ts';
import type { Client } from '../client.ts';
import { firstInterval } from './poll-interval.ts';
import { generateUserCode } from './user-code.ts';

/** Attempts to generate a user code that no recent request has. */
const maxAttempts = 8;

export interface DeviceAuthorizationInput {
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
export async function startDeviceAuthorization(
  input: DeviceAuthorizationInput,
  context: SsoHandlerContext & SsoRequestContext,
) {
  const { secrets, settings, randomBytes, deviceCodes } = context;
  const deviceCode = secrets.generate();
  for (let attempt = 1; ; attempt++) {
    const userCode = generateUserCode(randomBytes);
    try {
      const requestId = await createRequest(userCode, input, context);
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
  userCode: string,
  { client, resource, requestedScope, agentName, dpopJkt }: DeviceAuthorizationInput,
  { requests, secrets, settings, request, now, newId, randomBytes }: SsoHandlerContext & SsoRequestContext,
): Promise<string> {
  const at = now();
  const place = placeOf(request);
  const id = newId();
  await requests.create({
    id,
    linkHash: secretHash(secrets.linkOf(userCode)),
    browserHash: null,
    // The device polls the token endpoint: these secrets are never sent.
    pollingCodeHash: secretHash(secrets.generate()),
    codeHash: secretHash(secrets.generate()),
    codeChallenge: secretHash(secrets.generate()),
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

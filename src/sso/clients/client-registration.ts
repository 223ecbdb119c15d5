import { ofRequest } from '../administration/audit-store.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import { usesSecret } from './client-key-set.ts';
import { originsOf, readClientMetadata } from './client-metadata.ts';
import { fetchedUriViolation, logoutUriViolation } from './addresses.ts';
import { clientMetadataRefused, clientRegistrationClosed, redirectUrisRefused } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireFreeName } from './client.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { widestNetwork } from '../../runtime/http/rate-limit.ts';
import { tooManyWaiting } from '../limits/attempt-limits.ts';

/** Registers an application at its own request (RFC 7591 §3). Its reach is sign-in until an administrator raises it. */
export const createClientRegistration: SsoHandler<'createClientRegistration'> = async ({
  body,
  atomically,
  outbound,
  pairwiseSectors,
  sharedLimits,
  registrations,
  settings,
  secrets,
  newId,
  now,
  randomBytes,
  request,
  respond,
}) => {
  if (settings.clientRegistration !== 'open') throw clientRegistrationClosed();
  await sharedLimits.consume('createClientRegistration', request.ip);
  const metadata = readClientMetadata(body);
  if ('code' in metadata)
    throw metadata.code === 'invalid_redirect_uri'
      ? redirectUrisRefused(metadata.text)
      : clientMetadataRefused(metadata.text);
  // RFC 7591 §2: the default of an application that names no method.
  const {
    authMethod = 'client_secret_basic',
    grantTypes,
    name = 'Unnamed application',
    subjectType,
    ...members
  } = metadata;
  requireFreeName(name, settings.reservedNames ?? []);
  const violation =
    (await logoutUriViolation(members.backchannelLogoutUri, outbound)) ??
    (await fetchedUriViolation(members.jwksUri, outbound));
  if (violation !== undefined) throw clientMetadataRefused(violation);

  const address = encodeHex(randomBytes(16));
  const subject = await pairwiseSectors.find({ ...members, address, subjectType }, request.ip);
  if (typeof subject === 'string') throw clientMetadataRefused(subject);
  const at = now();
  const clientSecret = usesSecret(authMethod) ? secrets.generate() : undefined;
  const registering = registrations.run(widestNetwork(request.ip), () =>
    atomically(async ({ clients, audit }) => {
      await audit.record({
        event: 'client_registered',
        at,
        ...ofRequest(request),
        clientAddress: address,
        details: { name, tokenEndpointAuthMethod: authMethod },
      });
      await clients.create({
        address,
        name,
        allowedOrigins: originsOf(members.redirectUris),
        reach: 'sign-in',
        registration: 'dynamic',
        tokenEndpointAuthMethod: authMethod,
        secrets: clientSecret === undefined ? [] : [{ id: newId(), hash: secretHash(clientSecret), createdAt: at }],
        createdAt: at,
        ...members,
        ...subject,
      });
    }),
  );
  if (!registering) throw tooManyWaiting();
  await registering;
  return respond(201, {
    client_id: address,
    client_id_issued_at: Math.floor(at.getTime() / 1000),
    ...(clientSecret !== undefined && { client_secret: clientSecret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: [...members.redirectUris],
    grant_types: [...grantTypes],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
    subject_type: subjectType,
    ...(members.sectorIdentifierUri !== null && { sector_identifier_uri: members.sectorIdentifierUri }),
    ...(members.dpopBoundAccessTokens && { dpop_bound_access_tokens: true }),
    ...(members.jwksUri !== null && { jwks_uri: members.jwksUri }),
    ...(members.jwks && members.jwksUri === null && { jwks: { keys: members.jwks.keys.map((key) => ({ ...key })) } }),
    post_logout_redirect_uris: [...members.postLogoutRedirectUris],
    ...(members.backchannelLogoutUri !== null && {
      backchannel_logout_uri: members.backchannelLogoutUri,
      backchannel_logout_session_required: members.backchannelLogoutSessionRequired,
    }),
  });
};

import type {
  Administrator as AdministratorResponse,
  ConnectedSession as ConnectedSessionResponse,
  LinkedDevice,
  Invite as InviteResponse,
  Passkey as PasskeyResponse,
  Provider,
} from '../../generated/sso/types.ts';
import { type Administrator, administratorStatus } from './administration/administrator.ts';
import { keyFingerprint } from './keys/agent-key.ts';
import { placeResponse } from './sessions/place.ts';
import type { BrowserSession } from './sessions/browser-session-store.ts';
import type { Client } from './clients/client.ts';
import { type Invite, inviteStatus } from './owners/invite.ts';
import type { OwnerDevice } from './owners/owner-store.ts';
import type { Passkey } from './owners/passkey-store.ts';
import type { ConnectedSession } from './sessions/session-store.ts';

/** Maps a stored passkey to the `Passkey` schema. */
export function passkeyResponse({
  credentialId,
  name,
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'credentialId' | 'name' | 'createdAt' | 'lastUsedAt'>): PasskeyResponse {
  return {
    kind: 'passkey',
    credentialId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Maps a stored device to the `LinkedDevice` schema. */
export function deviceResponse({ jkt, name, createdAt, lastUsedAt }: OwnerDevice): LinkedDevice {
  return {
    kind: 'device',
    jkt,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** Maps a session to the `ConnectedSession` schema. */
export function connectedSessionResponse(session: ConnectedSession): ConnectedSessionResponse {
  return {
    sessionId: session.id,
    clientId: session.clientAddress,
    applicationName: session.applicationName,
    name: session.name,
    agentName: session.agentName,
    jkt: session.jkt,
    keyFingerprint: keyFingerprint(session.jkt),
    ...(session.lastPlace && { lastPlace: placeResponse(session.lastPlace) }),
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    ...(session.browserSessionId !== null && { browserSessionId: session.browserSessionId }),
    ...(session.parentId !== null && { parentSessionId: session.parentId, scope: session.scope }),
  };
}

/** Maps a browser session to the `BrowserSession` schema, but for `current`. */
export function browserSessionResponse({ id, place, createdAt, lastUsedAt, expiresAt }: BrowserSession) {
  return {
    browserSessionId: id,
    ...(place && { place: placeResponse(place) }),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Maps a stored application to the `Provider` schema. */
export function providerResponse({
  address,
  name,
  kind,
  redirectUris,
  allowedOrigins,
  comparison,
  reach,
  tokenEndpointAuthMethod,
  requirePkce,
  requireNonce,
  assertionAudience,
  dpopBoundAccessTokens,
  pairwiseSector,
  sectorIdentifierUri,
  emailPseudonym,
  secrets,
  postLogoutRedirectUris,
  backchannelLogoutUri,
  backchannelLogoutSessionRequired,
  jwks,
  jwksUri,
  registration,
  createdAt,
  disabledAt,
}: Client): Provider {
  return {
    providerAddress: address,
    name,
    kind,
    redirectUris,
    allowedOrigins,
    comparison,
    reach,
    tokenEndpointAuthMethod,
    requirePkce,
    requireNonce,
    assertionAudience,
    dpopBoundAccessTokens,
    subjectType: pairwiseSector === null ? 'public' : 'pairwise',
    sectorIdentifierUri,
    emailPseudonym,
    secrets: secrets.map((secret) => ({ secretId: secret.id, createdAt: secret.createdAt.toISOString() })),
    postLogoutRedirectUris,
    backchannelLogoutUri,
    backchannelLogoutSessionRequired,
    ...(jwksUri !== null && { jwksUri }),
    ...(jwks && jwks.keys.length > 0 && { jwks: { keys: jwks.keys.map((key) => ({ ...key })) } }),
    registration,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

/** Maps a stored administrator to the `Administrator` schema. */
export function administratorResponse(administrator: Administrator, now: Date): AdministratorResponse {
  const { id, name, scopes, createdAt, expiresAt, revokedAt } = administrator;
  return {
    id,
    name,
    scopes: [...scopes],
    status: administratorStatus(administrator, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** Maps a stored invite to the `Invite` schema. */
export function inviteResponse(invite: Invite, now: Date): InviteResponse {
  const { id, note, createdBy, createdAt, expiresAt, usedAt, revokedAt } = invite;
  return {
    id,
    note,
    status: inviteStatus(invite, now),
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

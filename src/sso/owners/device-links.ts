import { ofRequest } from '../administration/audit-store.ts';
import {
  authenticatorOf,
  type BrowserCaller,
  type DeviceCaller,
  requireOwner,
  deviceAuthenticator,
} from '../caller/caller.ts';
import {
  browserOfAnotherOwner,
  deviceLimit,
  deviceLinkExpired,
  deviceLinkNotFound,
  deviceOfAnotherOwner,
  ownerSuspended,
  ownerUnauthorized,
  lastAuthenticator,
  ownerDeviceNotFound,
} from '../errors/owner-errors.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import type { DeviceLink } from './device-link-store.ts';
import type { SsoHandlerContext } from '../context.ts';
import { maxDevices } from './authenticator-store.ts';
import type { EnrolledDevice, OwnerDevice } from './owner-store.ts';
import type { CreateDeviceRequest, LinkedDevice } from '../../../generated/sso/types.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import { admitOwner, requireAdmission } from './registration.ts';

/** Lifetime of a link, seconds: the time to scan a QR code. */
const linkSeconds = 300;

/** Creates a link with which one further device joins the caller. */
export const createDeviceLink: SsoHandler<'createDeviceLink'> = async ({ caller, respond, ...context }) => {
  const { atomically, secrets, settings, now, newId, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const expiresAt = new Date(at.getTime() + linkSeconds * 1000);
  const secret = secrets.generate();
  const id = newId();
  await atomically(async ({ deviceLinks, audit }) => {
    // Owner or authenticator was deleted concurrently.
    const authenticator = authenticatorOf(caller);
    if (!(await deviceLinks.create({ id, linkHash: secretHash(secret), sub, authenticator, createdAt: at, expiresAt })))
      throw ownerUnauthorized();
    await audit.record({
      event: 'device_link_created',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      details: { deviceLinkId: id, by: caller.kind },
    });
  });
  return respond(201, {
    deviceLinkId: id,
    link: `${settings.issuer}/link/${secret}`,
    expiresAt: expiresAt.toISOString(),
  });
};

/** Returns whether a device has joined with one of the caller's links. */
export const getDeviceLink: SsoHandler<'getDeviceLink'> = async ({
  path: { deviceLinkId },
  caller,
  deviceLinks,
  now,
  respond,
}) => {
  const link = await deviceLinks.get(requireOwner(caller), deviceLinkId);
  if (!link) throw deviceLinkNotFound();
  return respond(200, {
    deviceLinkId,
    status: statusOf(link, now()),
    name: link.name,
    expiresAt: link.expiresAt.toISOString(),
  });
};

function statusOf({ usedAt, expiresAt }: DeviceLink, now: Date) {
  if (usedAt !== null) return 'linked';
  return expiresAt <= now ? 'expired' : 'pending';
}

/** Deletes one of the caller's links. */
export const deleteDeviceLink: SsoHandler<'deleteDeviceLink'> = async ({
  path: { deviceLinkId },
  caller,
  deviceLinks,
  respond,
}) => {
  if (!(await deviceLinks.delete(requireOwner(caller), deviceLinkId))) throw deviceLinkNotFound();
  return respond(204);
};

/**
 * Returns the owner who shows a link, for a browser that is signed out or signed in as this owner.
 *
 * @throws DomainError `device_link_expired`, `browser_of_another_owner` or `owner_suspended`
 */
export async function linkOwner(
  link: string,
  caller: BrowserCaller | DeviceCaller | undefined,
  { deviceLinks, owners, now }: Pick<SsoHandlerContext, 'deviceLinks' | 'owners' | 'now'>,
): Promise<string> {
  const sub = await deviceLinks.ownerOf(secretHash(link), now());
  if (sub === undefined) throw deviceLinkExpired();
  if (await owners.isSuspended(sub)) throw ownerSuspended();
  if (caller?.sub !== undefined && caller.sub !== sub) throw browserOfAnotherOwner();
  return sub;
}

interface JoiningDevice {
  readonly caller: Pick<DeviceCaller, 'jkt' | 'jwk'>;
  readonly name: string;
  /** Secret of the link. */
  readonly link: string;
}

/**
 * Adds a device to the owner who shows the link. A rejected device does not consume the link.
 *
 * @throws DomainError `device_link_expired`, `device_of_another_owner`, `device_limit` or `owner_suspended`
 */
function joinOwner(
  { caller: { jkt, jwk }, name, link }: JoiningDevice,
  { atomically, now, request }: SsoHandlerContext & SsoRequestContext,
): Promise<EnrolledDevice> {
  const at = now();
  const linkHash = secretHash(link);
  return atomically(async ({ authenticators, deviceLinks, owners, audit }) => {
    const sub = await deviceLinks.ownerOf(linkHash, at);
    if (sub === undefined) throw deviceLinkExpired();
    if (await owners.isSuspended(sub)) throw ownerSuspended();
    // Locks the owner before the link: the same order as deleting an owner.
    const added = await authenticators.addDevice({ sub, jkt, jwk, name, at });
    if (added === 'no_owner') throw deviceLinkExpired();
    if (added === 'other_owner') throw deviceOfAnotherOwner();
    if (added === 'limit') throw deviceLimit(maxDevices);
    if (!(await deviceLinks.use({ linkHash, sub }, { jkt }, at))) throw deviceLinkExpired();
    if (added.isNew)
      await audit.record({
        event: 'device_enrolled',
        at,
        ...ofRequest(request),
        ownerSub: sub,
        details: { jkt, by: 'link' },
      });
    return added;
  });
}

/** Enrols the key that signs the request: a new key creates an owner or joins one, a known key returns its owner. */
export const createDevice: SsoHandler<'createDevice'> = async ({ caller, body, respond, ...context }) => {
  const { name, link } = body;
  const { isNew, ...device } =
    link === undefined ? await enrol(caller, body, context) : await joinOwner({ caller, name, link }, context);
  return respond(isNew ? 201 : 200, { ...device, createdAt: device.createdAt.toISOString() });
};

/** Creates an owner for a new key. */
async function enrol(
  { jkt, jwk, sub: known }: DeviceCaller,
  { name, invite }: CreateDeviceRequest,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<EnrolledDevice> {
  const { atomically, metrics, now, randomBytes, request, settings } = context;
  const hash = known === undefined ? await requireAdmission(invite, context) : undefined;
  const at = now();
  const sub = encodeHex(randomBytes(16));
  const device = await atomically(async ({ owners, invites, audit }) => {
    const enrolled = await owners.createDevice({ sub, jkt, jwk, name, at });
    if (!enrolled.isNew) return enrolled;
    await admitOwner({ registration: settings.registration, hash, at }, invites);
    await audit.record({ event: 'device_enrolled', at, ...ofRequest(request), ownerSub: sub, details: { jkt } });
    return enrolled;
  });
  if (device.isNew) metrics.signedUp('device');
  return device;
}

/** Renames one of the caller's devices. */
export const updateDevice: SsoHandler<'updateDevice'> = async ({
  path: { jkt },
  caller,
  body: { name },
  atomically,
  now,
  request,
  respond,
}) => {
  const sub = requireOwner(caller);
  const device = await atomically(async ({ authenticators, audit }) => {
    const renamed = await authenticators.renameDevice(sub, jkt, name);
    if (!renamed) throw ownerDeviceNotFound();
    await audit.record({ event: 'device_renamed', at: now(), ...ofRequest(request), ownerSub: sub, details: { jkt } });
    return renamed;
  });
  return respond(200, deviceResponse(device));
};

/** Deletes one of the caller's devices, never the last authenticator, with everything that it opened. */
export const deleteDevice: SsoHandler<'deleteDevice'> = async ({
  path: { jkt },
  caller,
  body,
  respond,
  ...context
}) => {
  const { atomically, metrics, now, request } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await atomically(async ({ authenticators, sessionTree }) => {
    const outcome = await authenticators.removeDevice(sub, jkt);
    if (outcome === 'unknown') throw ownerDeviceNotFound();
    if (outcome === 'last') throw lastAuthenticator();
    return sessionTree.endSession({
      node: { kind: 'authenticator', sub, id: deviceAuthenticator(jkt), approved: body?.disconnectApproved ?? false },
      reason: 'authenticator_deleted',
      at,
      event: { event: 'device_removed', at, ...ofRequest(request), ownerSub: sub, details: { jkt } },
    });
  });
  metrics.revoked('authenticator_deleted', ended?.sessions);
  return respond(204);
};

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

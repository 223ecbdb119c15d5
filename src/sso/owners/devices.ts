import { ofRequest } from '../administration/audit-store.ts';
import type { CreateDeviceRequest, LinkedDevice } from '../../../generated/sso/types.ts';
import { encodeHex } from '../../protocol/bytes.ts';
import { type DeviceCaller, requireOwner } from '../caller/caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { joinOwner } from './device-links.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import type { EnrolledDevice, OwnerDevice } from './owner-store.ts';
import { admitOwner, requireAdmission } from './registration.ts';
import { lastAuthenticator, ownerDeviceNotFound } from '../errors/owner-errors.ts';
import { deviceAuthenticator } from './authenticator.ts';

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

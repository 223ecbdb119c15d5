import { ofRequest } from '../administration/audit-store.ts';
import { iconVerified } from '../errors/application-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { acceptedPicture } from '../owners/pictures.ts';
import { applicationResponse } from './applications.ts';
import { requireApplication, requireDeveloper } from './developer.ts';

/** Length of the version in the URL of an icon: a part of the digest of its bytes. */
const versionLength = 16;

/** Stores an uploaded picture, encoded anew, as the icon of an application, or removes the icon. */
export const setApplicationIcon: SsoHandler<'setApplicationIcon'> = async ({
  path: { clientId },
  body,
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const { atomically, now, request, settings } = context;
  const icon = body.icon === null ? undefined : acceptedPicture(body.icon);
  const application = await atomically(async (stores) => {
    const { client, role } = await requireApplication(stores, clientId, sub);
    if (client.reach === 'platform') throw iconVerified(client.name);
    const iconVersion = icon?.digest.slice(0, versionLength) ?? null;
    await (icon ? stores.icons.set(clientId, icon) : stores.icons.delete(clientId));
    const updated = (await stores.clients.update(clientId, { iconVersion })) ?? client;
    await stores.audit.record({
      event: 'provider_updated',
      at: now(),
      ...ofRequest(request),
      clientAddress: clientId,
      ownerSub: sub,
      details: { iconVersion },
    });
    return { client: updated, role };
  });
  const reachRequest = (await context.reachRequests.latest([clientId])).get(clientId);
  return respond(200, applicationResponse(application, { issuer: settings.issuer, reachRequest }));
};

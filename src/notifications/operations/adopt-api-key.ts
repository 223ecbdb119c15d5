import { auditActor } from '../audit-actor.ts';
import { keyNotAdoptable, keyNotFound, keyReplaced, ownerRequired } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Makes the caller the maker of a key whose maker left, so that it does not end. */
export const adoptApiKey: NotificationsHandler<'adoptApiKey'> = async ({
  path,
  caller,
  request,
  store,
  now,
  respond,
}) => {
  const { id: appId, role } = await requireApp(store, path.appId, caller);
  if (role !== 'owner') throw ownerRequired();
  await store.atomically(async ({ apiKeys, audit }) => {
    const adoption = await apiKeys.adopt({ appId, id: path.keyId, sub: caller.sub, at: now() });
    if (adoption === 'not_found') throw keyNotFound();
    if (adoption === 'not_adoptable') throw keyNotAdoptable();
    if (adoption === 'replaced') throw keyReplaced();
    await audit.record({
      event: 'api_key_adopted',
      appId,
      ...auditActor(caller, request),
      details: { keyId: path.keyId },
    });
  });
  return respond(204);
};

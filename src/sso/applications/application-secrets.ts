import { createSecret, revokeSecret } from '../clients/provider-secrets.ts';
import type { SsoHandler } from '../handler.ts';
import { requireApplication, requireDeveloper } from './developer.ts';

/** Creates a second secret, so that an application moves to it before the former one is revoked. */
export const createApplicationSecret: SsoHandler<'createApplicationSecret'> = async ({
  path: { clientId },
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const authorize = (stores: Parameters<typeof requireApplication>[0]) => requireApplication(stores, clientId, sub);
  return respond(201, await createSecret(clientId, { registrar: { ownerSub: sub }, authorize }, context));
};

/** Revokes a secret of an application at once. */
export const revokeApplicationSecret: SsoHandler<'revokeApplicationSecret'> = async ({
  path: { clientId, secretId },
  respond,
  ...context
}) => {
  const sub = requireDeveloper(context);
  const authorize = (stores: Parameters<typeof requireApplication>[0]) => requireApplication(stores, clientId, sub);
  await revokeSecret({ clientId, secretId }, { registrar: { ownerSub: sub }, authorize }, context);
  return respond(204);
};

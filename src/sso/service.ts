import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import contract from '../../generated/sso/spec.json' with { type: 'json' };
import { createService } from '../runtime/create-service.ts';
import { isUniqueViolation } from '../runtime/database-errors.ts';
import { startDeletingExpired } from '../runtime/delete-expired.ts';
import { createContext } from './context.ts';
import { allowOrigins } from './cors.ts';
import { ssoErrors } from './errors.ts';
import type { SsoParts } from './parts.ts';
import { limitOperations } from './limited-operations.ts';
import { readOauthParameters } from './oauth-parameters.ts';
import { ssoHandlers } from './operations/index.ts';
import { createSsoSecurity } from './security.ts';
import { createClientOriginStore } from './store/client-origins.ts';
import type { NewClient } from './store/clients.ts';

export interface SsoService {
  readonly app: FastifyInstance;
  /** Ends background work; the app is closed first. */
  readonly stop: () => Promise<void>;
  /** Publishes the next signing key; it signs once every cached key set knows it. @returns its kid */
  readonly rotateSigningKey: () => Promise<string>;
  /** Registers an application under a known address, unless there is one. */
  readonly seedProvider: (provider: Omit<NewClient, 'createdAt'>) => Promise<void>;
}

/** Largest body: passkey attestations are the longest. Bytes. */
const bodyLimit = 64 * 1024;

/** The sign-in provider over a migrated database; the caller listens and closes. */
export async function createSsoService(parts: SsoParts): Promise<SsoService> {
  const { environment, database, pages, now } = parts;
  const { context, prunes } = createContext(parts);
  await context.signingKeys.open();
  const clientOrigins = createClientOriginStore(database.as());

  const app = await createService(
    {
      name: 'sso',
      contract,
      handlers: ssoHandlers,
      context,
      security: createSsoSecurity(context),
      errors: ssoErrors,
      bodyLimit,
      extend: async (instance) => {
        await instance.register(cookie);
        await allowOrigins(instance, { clients: context.clients, requests: context.requests, clientOrigins });
        readOauthParameters(instance);
        limitOperations(instance, context.limits);
        await pages?.(instance, context);
      },
    },
    environment,
  );
  const pruning = startDeletingExpired(prunes, environment);

  return {
    app,
    stop: () => pruning.stop(),
    rotateSigningKey: () => context.signingKeys.rotate({ requestId: 'system' }),
    seedProvider: async (provider) => {
      if (await context.clients.byAddress(provider.address)) return;
      try {
        await context.clients.create({ ...provider, createdAt: now() });
      } catch (error) {
        // Another process that starts now was faster.
        if (!isUniqueViolation(error)) throw error;
      }
    },
  };
}

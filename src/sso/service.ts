import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import contract from '../../generated/sso/spec.json' with { type: 'json' };
import { createService } from '../runtime/http/create-service.ts';
import { readOperations } from '../runtime/contract/contract.ts';
import { isUniqueViolation } from '../runtime/database/database-errors.ts';
import { startDeletingExpired } from '../runtime/jobs/delete-expired.ts';
import { repeat, startWorkerLoop, type WorkerLoop } from '../runtime/jobs/repeat.ts';
import { createNotificationSender } from './approvals/backchannel.ts';
import { createAuthorizeErrorResponder } from './sign-in/authorize-error.ts';
import type { ErrorPage } from './sign-in/authorization-response.ts';
import { createSsoContext, type SsoDependencies } from './context.ts';
import { hideFromOtherApplications, ssoOrigins } from './cors.ts';
import { ssoErrors } from './errors/sso-errors.ts';
import { limitOperations } from './limits/attempt-limits.ts';
import { readOauthParameters } from './sign-in/oauth-parameters.ts';
import { createLogoutSender } from './sessions/logout.ts';
import { createResourceChecker } from './applications/resources.ts';
import { ssoHandlers } from './operations.ts';
import { servePictures } from './owners/pictures.ts';
import { createSsoSecurity } from './caller/security.ts';
import { createSystemPushSender, lookInterval } from './activity/system-pushes.ts';
import { createClientOriginStore } from './clients/client-store.ts';
import type { NewClient } from './clients/client.ts';

interface SsoService {
  readonly app: FastifyInstance;
  /** Stops background work; close the app first. */
  readonly stop: () => Promise<void>;
  /** Publishes the next signing key; it signs when every cached key set has expired. @returns its kid */
  readonly rotateSigningKey: () => Promise<string>;
  /** Registers an application at a fixed address. One that exists only gets the redirect URIs that it lacks. */
  readonly seedProvider: (provider: Omit<NewClient, 'createdAt'>) => Promise<void>;
  /** Registers an application of the platform itself at a fixed address, or restores what the settings say about it. */
  readonly registerOwnProvider: (provider: OwnProvider) => Promise<void>;
}

type OwnProvider = Pick<NewClient, 'address' | 'name' | 'reach' | 'redirectUris' | 'allowedOrigins'>;

/** Maximum body size, bytes; passkey attestations are the longest bodies. */
const bodyLimit = 64 * 1024;
/** Milliseconds between two polls for logout tokens to send. */
const logoutInterval = 1_000;
/** The same for decisions that applications are told of. */
const notificationInterval = 500;
/** The same for resources whose proof is due. */
const resourceInterval = 60_000;

/** Creates the sign-in provider on a migrated database; the caller listens and closes. */
export async function createSsoService(dependencies: SsoDependencies): Promise<SsoService> {
  const { environment, database, pages, now } = dependencies;
  const { context, expirations, outbound } = createSsoContext({
    ...dependencies,
    pushWaits: (push) => {
      pushes?.add(push);
      pushing?.wake();
    },
  });
  await context.signingKeys.open();
  const clientOrigins = createClientOriginStore(database.as());

  let pushes: ReturnType<typeof createSystemPushSender> | undefined;
  let pushing: WorkerLoop | undefined;
  let errorPage: ErrorPage | undefined;
  const respondToError = createAuthorizeErrorResponder(context, () => errorPage);

  const app = await createService(
    {
      name: 'sso',
      contract,
      handlers: ssoHandlers,
      context,
      now,
      security: createSsoSecurity(context, environment.log),
      errors: { ...ssoErrors, other: respondToError },
      bodyLimit,
      cors: ssoOrigins({ clients: context.clients, clientOrigins, consoleClient: context.settings.consoleClient }),
      extend: async (instance) => {
        await instance.register(cookie);
        hideFromOtherApplications(instance, readOperations(contract), context);
        readOauthParameters(instance, context);
        limitOperations(instance, context.limits);
        servePictures(instance, context);
        errorPage = await pages?.(instance, context);
      },
    },
    environment,
  );
  const deletion = startDeletingExpired(expirations, environment);
  const { log } = environment;
  const logouts = createLogoutSender(context, { outbound, log });
  const sending = repeat(logoutInterval, logouts.round, {
    onError: (error) => log.error({ err: error }, 'sending logout tokens failed; the next round tries again'),
  });

  const decisions = createNotificationSender(context, { outbound, log });
  const telling = repeat(notificationInterval, decisions.round, {
    onError: (error) =>
      log.error({ err: error }, 'telling applications of decisions failed; the next round tries again'),
  });
  const checker = createResourceChecker(context, log);
  const checking = repeat(resourceInterval, checker.round, {
    onError: (error) => log.error({ err: error }, 'checking resources failed; the next round tries again'),
  });

  const { notificationService } = context;
  pushes = notificationService && createSystemPushSender({ ...context, notificationService, log });
  pushing = pushes && startWorkerLoop({ name: 'pushes of the platform', ...pushes, pollMs: lookInterval, log });

  const seedProvider: SsoService['seedProvider'] = async (provider) => {
    const known = await context.clients.byAddress(provider.address);
    const missing = provider.redirectUris.filter((uri) => known?.redirectUris.includes(uri) === false);
    if (known && missing.length > 0)
      await context.clients.update(known.address, { redirectUris: [...known.redirectUris, ...missing] });
    if (known) return;
    try {
      await context.clients.create({ ...provider, createdAt: now() });
    } catch (error) {
      // Another process registered it concurrently.
      if (!isUniqueViolation(error)) throw error;
    }
  };

  return {
    app,
    stop: async () => {
      await Promise.all([deletion.stop(), sending.stop(), telling.stop(), checking.stop(), pushing?.stop()]);
      await Promise.all([logouts.settled(), decisions.settled()]);
      await outbound.close();
    },
    rotateSigningKey: () => context.signingKeys.rotate({ requestId: 'system' }),
    seedProvider,
    registerOwnProvider: async (provider) => {
      await seedProvider({ ...provider, kind: 'own' });
      const { address, ...configured } = provider;
      await context.clients.update(address, { ...configured, kind: 'own', postLogoutRedirectUris: [] });
    },
  };
}

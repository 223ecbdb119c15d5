import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ServiceEnvironment } from '../../runtime/http/create-server.ts';
import { createEncodedContent, sendEncoded } from '../../runtime/http/encoded-content.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import { validatorCompiler } from '../../runtime/contract/validation.ts';
import { createWebErrors } from '../errors.ts';
import type { Html } from '../../html/html.ts';
import { navigationBarStyle } from '../../html/navigation-bar.ts';
import { themeStyle } from '../../html/theme.ts';
import { createAppCount, createLatestPost, createServiceStates, type ServiceCard } from './live-facts.ts';
import { registerTry } from './register-try.ts';
import type { SignInAttemptDependencies } from './sign-in-attempt.ts';
import { isPhone } from './try-page.ts';
import { type ApplicationLink, startPage } from './start-page.ts';

export interface StartDependencies {
  readonly environment: ServiceEnvironment;
  /** Services that the page lists. */
  readonly services: readonly Omit<ServiceCard, 'state'>[];
  /** Address of the forum, whose newest post the page shows. */
  readonly forum: string;
  /** Address of the notification service, whose apps the page counts. */
  readonly notifications: string;
  readonly issuer: string;
  /** `client_id` of the application that `/try` signs in to. */
  readonly clientId: string;
  /** Where the provider returns to after a sign-in in this browser; undefined where it is not registered. */
  readonly redirectUri?: string | undefined;
  readonly masterKey: MasterKey;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  /** Links to the pages that `extend` registers. */
  readonly applications: readonly ApplicationLink[];
  /** Registers further pages of the web service. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/** Output folder of `npm run prepare`. */
const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

/** Creates the web service: the start page, `/try` and the pages of `extend`. Both own pages work without JavaScript. */
export async function createStartService(dependencies: StartDependencies): Promise<FastifyInstance> {
  const { environment, masterKey, now } = dependencies;
  const style = createEncodedContent(
    [themeStyle, await readFile(join(import.meta.dirname, 'style.css'), 'utf8'), navigationBarStyle].join('\n'),
  );
  // Without a build the pages have no script: visitors of `/try` reload it.
  const scripts = await Promise.all(
    ['try.js', 'start.js'].map(
      async (name) => [name, createEncodedContent(await readFile(join(built, name), 'utf8').catch(() => ''))] as const,
    ),
  );
  const signIn: SignInAttemptDependencies = {
    issuer: dependencies.issuer,
    clientId: dependencies.clientId,
    randomText: () => Buffer.from(dependencies.randomBytes(32)).toString('base64url'),
    fetch: dependencies.fetch,
  };
  const { navigation = [] } = environment;
  const { forum, notifications, fetch } = dependencies;
  const cards = createServiceStates({ ...dependencies, now: () => now().getTime() });
  const latestPost = createLatestPost({ forum, fetch, now: () => now().getTime() });
  const appCount = createAppCount({ notifications, fetch, now: () => now().getTime() });

  const app = await createServer(
    {
      name: 'web',
      errors: createWebErrors(navigation),
      operations: [],
      ignoreTrailingSlash: true,
      headers: {
        contentSecurityPolicy: {
          useDefaults: false,
          directives: {
            defaultSrc: ["'none'"],
            scriptSrc: ["'self'"],
            connectSrc: ["'self'"],
            styleSrc: ["'self'"],
            imgSrc: ["'self'"],
            formAction: ["'self'"],
            frameAncestors: ["'none'"],
            baseUri: ["'none'"],
          },
        },
      },
    },
    environment,
  );
  app.setValidatorCompiler(validatorCompiler);
  await app.register(cookie);

  const send = (reply: FastifyReply, page: Html) => reply.type('text/html; charset=utf-8').send(page.markup);

  app.get('/style.css', async (_request, reply) =>
    sendEncoded(reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300'), style),
  );

  for (const [name, script] of scripts)
    app.get(`/${name}`, async (_request, reply) =>
      sendEncoded(reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache'), script),
    );

  const { redirectUri } = dependencies;
  const secure = environment.baseUrl.startsWith('https:');
  const pendingOf = registerTry(app, { signIn, redirectUri, masterKey, secure, now, navigation, send });

  app.get('/', { config: { operationId: 'openStart' } }, async (request, reply) => {
    const [shownCards, post, apps] = await Promise.all([cards(), latestPost(), appCount()]);
    const { applications, issuer } = dependencies;
    const signIn = { attempt: pendingOf(request), here: redirectUri !== undefined, phone: isPhone(request) };
    return send(
      reply,
      startPage({ navigation, cards: shownCards, applications, latestPost: post, apps, issuer, signIn }),
    );
  });

  await dependencies.extend?.(app);

  return app;
}

import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ServiceEnvironment } from '../../runtime/http/create-server.ts';
import { createEncodedContent, sendEncoded } from '../../runtime/http/encoded-content.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import { validatorCompiler } from '../../runtime/contract/validation.ts';
import { type Html, html } from '../../html/html.ts';
import { navigationBarStyle, navigationBar, type NavigationLink, themeStyle } from '../../html/page-parts.ts';
import { createAppCount, createLatestPost, createServiceStates, type ServiceCard } from './live-facts.ts';
import { registerTry } from './register-try.ts';
import type { SignInAttemptDependencies } from './sign-in-attempt.ts';
import { isPhone } from './try-page.ts';
import { type ApplicationLink, startPage } from './start-page.ts';
import { DomainError, type ErrorFormat, type HttpProblem, describeProblem } from '../../runtime/errors/domain-error.ts';

const statuses: Readonly<Record<HttpProblem['kind'], number>> = {
  invalid: 400,
  malformed_body: 400,
  missing_body: 400,
  unauthenticated: 401,
  unconfirmed: 401,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

/**
 * Creates the errors of the web service: JSON `{error, details?}` for scripts, an HTML page for a browser navigation.
 *
 * @param navigation links of the bar above the page
 */
const createWebErrors = (navigation: readonly NavigationLink[]): ErrorFormat => ({
  fromProblem: (problem) =>
    new DomainError(problem.kind, statuses[problem.kind], describeProblem(problem), {
      headers: 'retryAfterSeconds' in problem ? { 'retry-after': String(problem.retryAfterSeconds) } : {},
    }),
  body: ({ message, details }) => ({ error: message.toWellFormed(), ...(details && { details }) }),
  page: (error) => errorPage(error, navigation).markup,
});

function errorPage({ status, message }: DomainError, navigation: readonly NavigationLink[]): Html {
  const title = status === 404 ? 'Page not found' : 'The request failed';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · The platform</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        ${navigationBar(navigation)}
        <main class="narrow">
          <h1>${title}</h1>
          <p>${message.toWellFormed()}</p>
          <p><a href="/">Back to the start page</a></p>
        </main>
      </body>
    </html> `;
}

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

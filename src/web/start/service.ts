import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ServiceEnvironment } from '../../runtime/create-server.ts';
import { createEncodedContent, sendEncoded } from '../../runtime/encoded-content.ts';
import type { MasterKey } from '../../runtime/master-key.ts';
import { validatorCompiler } from '../../runtime/validation.ts';
import { createWebErrors } from '../errors.ts';
import type { Html } from '../../html/html.ts';
import { navigationBarStyle } from '../../html/navigation-bar.ts';
import { themeStyle } from '../../html/theme.ts';
import { createAppCount } from './app-count.ts';
import { createLatestPost } from './latest-post.ts';
import { createServiceStates } from './service-states.ts';
import { checkAttempt, type PendingAttempt, type SignInAttemptDependencies, startAttempt } from './sign-in-attempt.ts';
import { type ApplicationLink, type ServiceCard, startPage } from './start-page.ts';
import { type AttemptState, tryPage } from './try-page.ts';

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
const attemptCookie = 'attempt';
const cookieOptions = { path: '/' } as const;
const purpose = 'web sign-in attempt';
const attemptSeconds = 600;
/** Per client address. A provider that does not trust this service as a proxy counts all its visitors as one client. */
const attemptsPerMinute = 10;

/** Creates the web service: the start page, `/try` and the pages of `extend`. Both own pages work without JavaScript. */
export async function createStartService(dependencies: StartDependencies): Promise<FastifyInstance> {
  const { environment, masterKey, now } = dependencies;
  const style = createEncodedContent(
    [themeStyle, await readFile(join(import.meta.dirname, 'style.css'), 'utf8'), navigationBarStyle].join('\n'),
  );
  // Without a build `/try` has no script, and its visitors reload the page.
  const script = createEncodedContent(await readFile(join(built, 'try.js'), 'utf8').catch(() => ''));
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

  app.get('/try.js', async (_request, reply) =>
    sendEncoded(reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache'), script),
  );

  app.get('/', { config: { operationId: 'openStart' } }, async (request, reply) => {
    const [shownCards, post, apps] = await Promise.all([cards(), latestPost(), appCount()]);
    const { applications } = dependencies;
    const attempt = pendingOf(request.cookies);
    return send(reply, startPage({ navigation, cards: shownCards, applications, latestPost: post, apps, attempt }));
  });

  app.get('/try', { config: { operationId: 'openTry' } }, async (request, reply) => {
    const pending = pendingOf(request.cookies);
    if (!pending) return send(reply, tryPage({ status: 'none' }, navigation));
    const attempt = await checkAttempt(signIn, pending).catch(unreachable);
    if (attempt.status !== 'waiting') reply.clearCookie(attemptCookie, cookieOptions);
    return send(reply, tryPage(attempt, navigation));
  });

  const limited = { config: { operationId: 'startTry', rateLimit: { max: attemptsPerMinute } } } as const;
  app.post('/try', limited, async (request, reply) => {
    const started = await startAttempt(signIn, originOf(request)).catch(() => ({ refused: unreachable().reason }));
    if ('refused' in started) return send(reply, tryPage({ status: 'failed', reason: started.refused }, navigation));
    const sealed = masterKey.seal(new TextEncoder().encode(JSON.stringify(started)), purpose);
    reply.setCookie(attemptCookie, sealed, {
      ...cookieOptions,
      httpOnly: true,
      sameSite: 'strict',
      secure: environment.baseUrl.startsWith('https:'),
      maxAge: attemptSeconds,
    });
    return reply.redirect('/try', 303);
  });

  await dependencies.extend?.(app);

  /** Returns the attempt in the browser's cookie; undefined for a forged or expired one. */
  function pendingOf(cookies: FastifyRequest['cookies']): PendingAttempt | undefined {
    const pending = readAttempt(masterKey, cookies[attemptCookie]);
    return pending !== undefined && pending.expiresAt * 1000 > now().getTime() ? pending : undefined;
  }

  return app;
}

const unreachable = () =>
  ({ status: 'failed', reason: 'The sign-in provider cannot be reached.' }) satisfies AttemptState;

/** Address and browser of the visitor. The provider shows them to the approver (RFC 10027). */
const originOf = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] });

function readAttempt(masterKey: MasterKey, sealed: string | undefined): PendingAttempt | undefined {
  if (sealed === undefined) return undefined;
  try {
    // Only this service can seal a value, so its type is known.
    return JSON.parse(new TextDecoder().decode(masterKey.open(sealed, purpose)));
  } catch {
    return undefined;
  }
}

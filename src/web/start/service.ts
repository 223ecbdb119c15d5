import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ServiceEnvironment } from '../../runtime/create-server.ts';
import type { MasterKey } from '../../runtime/master-key.ts';
import { validatorCompiler } from '../../runtime/validation.ts';
import { webErrors } from '../errors.ts';
import type { Html } from '../html.ts';
import { createServiceStates } from './service-states.ts';
import { checkAttempt, type PendingAttempt, type SignInParts, startAttempt } from './sign-in-attempt.ts';
import { type ApplicationLink, type ServiceCard, startPage } from './start-page.ts';
import { type Attempt, tryPage } from './try-page.ts';

export interface StartParts {
  readonly environment: ServiceEnvironment;
  /** The services that the page tells of; their state is looked up when it is asked for. */
  readonly services: readonly Omit<ServiceCard, 'state'>[];
  readonly issuer: string;
  /** The application that `/try` signs in to. */
  readonly clientId: string;
  readonly masterKey: MasterKey;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  /** Links to the applications that `extend` serves. */
  readonly applications: readonly ApplicationLink[];
  /** Further pages of the web service. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/** Made by `npm run prepare`. */
const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');
const attemptCookie = 'attempt';
const cookiePlace = { path: '/' } as const;
const purpose = 'web sign-in attempt';
const attemptSeconds = 600;
/** Of one client in a minute: a provider that does not trust this service as a proxy counts all of them as one, of 120. */
const attemptsPerMinute = 10;

/** The start page: services and their state, where to go next, and a QR to try signing in. Works without a script. */
export async function createStartService(parts: StartParts): Promise<FastifyInstance> {
  const { environment, masterKey, now } = parts;
  const style = await readFile(join(import.meta.dirname, 'style.css'), 'utf8');
  // Missing where the pages were not built: then a person looks again by the button of their browser.
  const script = await readFile(join(built, 'try.js'), 'utf8').catch(() => '');
  const signIn: SignInParts = {
    issuer: parts.issuer,
    clientId: parts.clientId,
    randomText: () => Buffer.from(parts.randomBytes(32)).toString('base64url'),
    fetch: parts.fetch,
  };
  const cards = createServiceStates({ ...parts, now: () => now().getTime() });

  const app = await createServer(
    {
      name: 'web',
      errors: webErrors,
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
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  );

  app.get('/try.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );

  app.get('/', { config: { operationId: 'openStart' } }, async (request, reply) =>
    send(
      reply,
      startPage({ cards: await cards(), applications: parts.applications, attempt: pendingOf(request.cookies) }),
    ),
  );

  app.get('/try', { config: { operationId: 'openTry' } }, async (request, reply) => {
    const pending = pendingOf(request.cookies);
    if (!pending) return send(reply, tryPage({ status: 'none' }));
    const attempt = await checkAttempt(signIn, pending).catch(unreachable);
    if (attempt.status !== 'waiting') reply.clearCookie(attemptCookie, cookiePlace);
    return send(reply, tryPage(attempt));
  });

  const limited = { config: { operationId: 'startTry', rateLimit: { max: attemptsPerMinute } } } as const;
  app.post('/try', limited, async (request, reply) => {
    const started = await startAttempt(signIn, personOf(request)).catch(() => ({ refused: unreachable().reason }));
    if ('refused' in started) return send(reply, tryPage({ status: 'failed', reason: started.refused }));
    const sealed = masterKey.seal(new TextEncoder().encode(JSON.stringify(started)), purpose);
    reply.setCookie(attemptCookie, sealed, {
      ...cookiePlace,
      httpOnly: true,
      sameSite: 'strict',
      secure: environment.baseUrl.startsWith('https:'),
      maxAge: attemptSeconds,
    });
    return reply.redirect('/try', 303);
  });

  await parts.extend?.(app);

  /** The attempt that the browser keeps; a cookie that does not open under this key, or is old, counts as none. */
  function pendingOf(cookies: FastifyRequest['cookies']): PendingAttempt | undefined {
    const pending = readAttempt(masterKey, cookies[attemptCookie]);
    return pending !== undefined && pending.expiresAt * 1000 > now().getTime() ? pending : undefined;
  }

  return app;
}

const unreachable = () => ({ status: 'failed', reason: 'The sign-in provider cannot be reached.' }) satisfies Attempt;

/** Who asks, as the provider shows it to whoever approves (RFC 10027): the person's place, not this service's. */
const personOf = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] });

function readAttempt(masterKey: MasterKey, sealed: string | undefined): PendingAttempt | undefined {
  if (sealed === undefined) return undefined;
  try {
    // Sealed by this service alone, so its shape is known.
    return JSON.parse(new TextDecoder().decode(masterKey.open(sealed, purpose)));
  } catch {
    return undefined;
  }
}

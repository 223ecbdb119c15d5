import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MasterKey } from '../../service/master-key.ts';
import { serviceLog } from '../../service/request-log.ts';
import { closeConnectionsOnce } from '../../service/draining.ts';
import { serveProbes } from '../../service/probes.ts';
import { traceLogs, traceRequests } from '../../service/trace-requests.ts';
import type { Tracing } from '../../service/tracing.ts';
import type { Html } from '../html.ts';
import { checkAttempt, type PendingAttempt, type SignInParts, startAttempt } from './sign-in-attempt.ts';
import { type ApplicationLink, type ServiceCard, startPage } from './start-page.ts';
import { type Attempt, tryPage } from './try-page.ts';

export interface StartParts {
  readonly log: FastifyBaseLogger;
  readonly tracing: Tracing | undefined;
  readonly baseUrl: string;
  /** The services that the page tells of; their state is looked up when it is asked for. */
  readonly services: readonly Omit<ServiceCard, 'state'>[];
  readonly issuer: string;
  /** The application that `/try` signs in to. */
  readonly clientId: string;
  readonly masterKey: MasterKey;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly fetch: typeof globalThis.fetch;
  /** Aborted when the process is to stop, some time before it closes. */
  readonly stopping: AbortSignal;
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
const probeTimeoutMs = 1_500;

/** The start page: services and their state, where to go next, and a QR to try signing in. Works without a script. */
export async function createStartService(parts: StartParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: serviceLog(parts.log, 'web'),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...(parts.tracing && { childLoggerFactory: traceLogs(parts.tracing) }),
  });
  if (parts.tracing) traceRequests(app, 'web', parts.tracing);
  const style = await readFile(join(import.meta.dirname, 'style.css'), 'utf8');
  // Missing where the pages were not built: then a person looks again by the button of their browser.
  const script = await readFile(join(built, 'try.js'), 'utf8').catch(() => '');
  const signIn: SignInParts = {
    issuer: parts.issuer,
    clientId: parts.clientId,
    randomText: () => Buffer.from(parts.randomBytes(32)).toString('base64url'),
    fetch: parts.fetch,
  };

  await app.register(helmet, {
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
    strictTransportSecurity: parts.baseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await app.register(cookie);
  closeConnectionsOnce(parts.stopping, app);
  serveProbes(app, async () => true, parts.stopping);
  // A form without fields: nothing in it is read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async () => undefined,
  );

  const send = (reply: FastifyReply, page: Html) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.markup);

  app.get('/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  );

  app.get('/try.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );

  app.get('/', async (request, reply) => {
    const pending = readAttempt(parts.masterKey, request.cookies[attemptCookie]);
    const open = pending !== undefined && pending.expiresAt * 1000 > parts.now().getTime() ? pending : undefined;
    const [attempt, ...cards] = await Promise.all([
      open ?? begin(reply),
      ...parts.services.map(async (service) => ({ ...service, state: await stateOf(parts.fetch, service.url) })),
    ]);
    return send(reply, startPage({ cards, applications: parts.applications, attempt }));
  });

  app.get('/try', async (request, reply) => {
    const pending = readAttempt(parts.masterKey, request.cookies[attemptCookie]);
    if (!pending) {
      const started = await begin(reply);
      return send(
        reply,
        tryPage(
          'refused' in started ? { status: 'failed', reason: started.refused } : { status: 'waiting', ...started },
        ),
      );
    }
    const attempt = await checkAttempt(signIn, pending).catch(unreachable);
    if (attempt.status !== 'waiting') reply.clearCookie(attemptCookie, cookiePlace);
    return send(reply, tryPage(attempt));
  });

  app.post('/try', async (_request, reply) => {
    reply.clearCookie(attemptCookie, cookiePlace);
    return reply.redirect('/try', 303);
  });

  await parts.extend?.(app);

  /** A fresh attempt, which the browser keeps. */
  async function begin(reply: FastifyReply): Promise<PendingAttempt | { readonly refused: string }> {
    const started = await startAttempt(signIn).catch(() => ({ refused: unreachable().reason }));
    if ('refused' in started) return started;
    const sealed = parts.masterKey.seal(new TextEncoder().encode(JSON.stringify(started)), purpose);
    reply.setCookie(attemptCookie, sealed, {
      ...cookiePlace,
      httpOnly: true,
      sameSite: 'strict',
      secure: parts.baseUrl.startsWith('https:'),
      maxAge: attemptSeconds,
    });
    return started;
  }

  return app;
}

const unreachable = () => ({ status: 'failed', reason: 'The sign-in provider cannot be reached.' }) satisfies Attempt;

/** A cookie that does not open under this key counts as none. */
function readAttempt(masterKey: MasterKey, sealed: string | undefined): PendingAttempt | undefined {
  if (sealed === undefined) return undefined;
  try {
    // Sealed by this service alone, so its shape is known.
    return JSON.parse(new TextDecoder().decode(masterKey.open(sealed, purpose)));
  } catch {
    return undefined;
  }
}

async function stateOf(fetch: typeof globalThis.fetch, url: string): Promise<ServiceCard['state']> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    (answer) => (answer.ok ? 'ready' : 'not ready'),
    () => 'not running',
  );
}

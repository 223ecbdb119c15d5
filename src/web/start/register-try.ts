import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../html/html.ts';
import type { NavigationLink } from '../../html/page-parts.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import {
  checkAttempt,
  finishRedirect,
  type PendingAttempt,
  type RedirectAttempt,
  type RedirectResponse,
  type SignInAttemptDependencies,
  startAttempt,
  startRedirect,
} from './sign-in-attempt.ts';
import { type AttemptState, isPhone, signInHerePath, tryPage } from './try-page.ts';

const attemptSeconds = 600;
/** Per client address. A provider that does not trust this service as a proxy counts all its visitors as one client. */
const attemptsPerMinute = 10;

/**
 * Registers `/try`: a sign-in in this browser by redirect, and one on another device by QR code. Works without JavaScript.
 *
 * @returns a function that reads the attempt that waits for another device
 */
export function registerTry(
  app: FastifyInstance,
  {
    signIn,
    redirectUri,
    masterKey,
    secure,
    now,
    navigation,
    send,
  }: {
    readonly signIn: SignInAttemptDependencies;
    /** Where the provider returns to after a sign-in in this browser; undefined: unknown for the operator's application. */
    readonly redirectUri: string | undefined;
    readonly masterKey: MasterKey;
    /** Whether browsers reach the service over https. */
    readonly secure: boolean;
    readonly now: () => Date;
    readonly navigation: readonly NavigationLink[];
    readonly send: (reply: FastifyReply, page: Html) => FastifyReply;
  },
): (request: FastifyRequest) => PendingAttempt | undefined {
  const cookie = { maxAge: attemptSeconds, secure } as const;
  const polled = createSealedCookie<PendingAttempt>(masterKey, {
    ...cookie,
    name: 'attempt',
    purpose: 'web sign-in attempt',
    sameSite: 'strict',
  });
  const redirected = createSealedCookie<RedirectAttempt>(masterKey, {
    ...cookie,
    name: 'attempt_here',
    purpose: 'web sign-in in this browser',
    sameSite: 'lax',
  });
  const result = createSealedCookie<AttemptState>(masterKey, {
    ...cookie,
    name: 'attempt_result',
    purpose: 'web sign-in result',
    sameSite: 'lax',
  });

  const sendTry = (request: FastifyRequest, reply: FastifyReply, attempt: AttemptState) =>
    send(reply, tryPage(attempt, { navigation, here: redirectUri !== undefined, phone: isPhone(request) }));

  /** Returns the attempt in the browser's cookie; undefined for a forged or expired one. */
  const pendingOf = (request: FastifyRequest): PendingAttempt | undefined => {
    const pending = polled.read(request);
    return pending !== undefined && pending.expiresAt * 1000 > now().getTime() ? pending : undefined;
  };

  app.get('/try', { config: { operationId: 'openTry' } }, async (request, reply) => {
    const ended = result.read(request);
    if (ended !== undefined) {
      result.clear(reply);
      return sendTry(request, reply, ended);
    }
    const pending = pendingOf(request);
    if (!pending) return sendTry(request, reply, { status: 'none' });
    const attempt = await checkAttempt(signIn, pending).catch(unreachable);
    if (attempt.status !== 'waiting') polled.clear(reply);
    return sendTry(request, reply, attempt);
  });

  const limited = { config: { operationId: 'startTry', rateLimit: { max: attemptsPerMinute } } } as const;
  app.post('/try', limited, async (request, reply) => {
    const started = await startAttempt(signIn, originOf(request)).catch(() => ({ refused: unreachable().reason }));
    if ('refused' in started) return sendTry(request, reply, { status: 'failed', reason: started.refused });
    polled.set(reply, started);
    return reply.redirect('/try', 303);
  });

  if (redirectUri === undefined) return pendingOf;

  app.get(signInHerePath, { config: { operationId: 'startTryHere' } }, (_request, reply) => {
    const { attempt, location } = startRedirect(signIn, redirectUri);
    redirected.set(reply, attempt);
    return reply.redirect(location, 303);
  });

  app.get<{ Querystring: RedirectResponse }>(
    '/try/callback',
    { config: { operationId: 'finishTryHere', rateLimit: { max: attemptsPerMinute } } },
    async (request, reply) => {
      const attempt = redirected.read(request);
      redirected.clear(reply);
      // Without a redirect the code would stay in the address bar.
      result.set(reply, await finishRedirect(signIn, redirectUri, attempt, request.query).catch(unreachable));
      return reply.redirect('/try', 303);
    },
  );
  return pendingOf;
}

const unreachable = () =>
  ({ status: 'failed', reason: 'The sign-in provider cannot be reached.' }) satisfies AttemptState;

/** Address and browser of the visitor. The provider shows them to the approver (RFC 10027). */
const originOf = ({ ip, headers }: FastifyRequest) => ({ ip, userAgent: headers['user-agent'] });

/** A value in the visitor's browser that nobody but this service can read or write. */
interface SealedCookie<Value> {
  readonly set: (reply: FastifyReply, value: Value) => void;
  /** Returns the value; undefined without a cookie and for a forged one. */
  readonly read: (request: Pick<FastifyRequest, 'cookies'>) => Value | undefined;
  readonly clear: (reply: FastifyReply) => void;
}

function createSealedCookie<Value>(
  masterKey: MasterKey,
  {
    name,
    purpose,
    ...attributes
  }: {
    readonly name: string;
    /** Binds a sealed value to its use, so that one cookie cannot stand for another. */
    readonly purpose: string;
    /** Seconds. */
    readonly maxAge: number;
    readonly secure: boolean;
    /** Lax: a redirect of the provider has to bring the cookie along. */
    readonly sameSite: 'strict' | 'lax';
  },
): SealedCookie<Value> {
  return {
    set: (reply, value) =>
      void reply.setCookie(name, masterKey.seal(new TextEncoder().encode(JSON.stringify(value)), purpose), {
        path: '/',
        httpOnly: true,
        ...attributes,
      }),
    read: ({ cookies }) => {
      const sealed = cookies[name];
      if (sealed === undefined) return undefined;
      try {
        // Only this service can seal a value, so its type is known.
        return JSON.parse(new TextDecoder().decode(masterKey.open(sealed, purpose)));
      } catch {
        return undefined;
      }
    },
    clear: (reply) => void reply.clearCookie(name, { path: '/' }),
  };
}

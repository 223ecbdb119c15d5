import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../html/html.ts';
import type { NavigationLink } from '../../html/navigation-bar.ts';
import type { MasterKey } from '../../runtime/master-key.ts';
import { finishRedirect, type RedirectAttempt, type RedirectResponse, startRedirect } from './redirect-attempt.ts';
import { createSealedCookie } from './sealed-cookie.ts';
import { checkAttempt, type PendingAttempt, type SignInAttemptDependencies, startAttempt } from './sign-in-attempt.ts';
import { isPhone, signInHerePath } from './sign-in-request.ts';
import { type AttemptState, tryPage } from './try-page.ts';

export interface TryDependencies {
  readonly signIn: SignInAttemptDependencies;
  /** Where the provider returns to after a sign-in in this browser; undefined: unknown for the operator's application. */
  readonly redirectUri: string | undefined;
  readonly masterKey: MasterKey;
  /** Whether browsers reach the service over https. */
  readonly secure: boolean;
  readonly now: () => Date;
  readonly navigation: readonly NavigationLink[];
  readonly send: (reply: FastifyReply, page: Html) => FastifyReply;
}

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
  { signIn, redirectUri, masterKey, secure, now, navigation, send }: TryDependencies,
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

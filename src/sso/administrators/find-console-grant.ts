import type { TokenCaller } from '../caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { notTheConsole } from '../errors/administration-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import type { ConsoleGrant } from './console-grant.ts';

type Context = Pick<SsoHandlerContext, 'settings' | 'consoleAccess' | 'refusals' | 'now'> &
  Pick<SsoRequestContext, 'request'> & { readonly token: TokenCaller };

/**
 * Finds the grant with which the owner of a token may open the operator console. The audit records when there is none.
 *
 * @returns undefined when the owner has no grant, or an expired one
 * @throws DomainError 403 when the token is not of the console application
 */
export async function findConsoleGrant({
  token: { ownerSub: sub, clientId },
  settings,
  consoleAccess,
  refusals,
  now,
  request,
}: Context): Promise<ConsoleGrant | undefined> {
  const at = now();
  const recordRefusal = (reason: string) =>
    refusals.record({
      event: 'console_refused',
      at,
      requestId: request.id,
      ownerSub: sub,
      clientAddress: clientId,
      ip: request.ip,
      details: { reason },
    });
  if (clientId !== settings.consoleClient) {
    await recordRefusal('other_application');
    throw notTheConsole();
  }
  const grant = await consoleAccess.bySub(sub);
  if (grant !== undefined && grant.expiresAt > at) return grant;
  await recordRefusal(grant ? 'expired' : 'not_granted');
  return undefined;
}

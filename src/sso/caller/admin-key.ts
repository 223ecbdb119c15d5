import { sha256 } from '#sha256';
import type { FastifyBaseLogger } from 'fastify';
import { equalBytes } from '../../protocol/bytes.ts';
import { AuthorizationError, findAuthorization, headerPairs } from '../../protocol/request-headers.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import type { SecurityScheme } from '../../runtime/caller/security.ts';
import {
  type AdministratorCaller,
  bootstrapAdministrator,
  isAdministratorKey,
  isConsoleKey,
} from '../administration/administrator.ts';
import { adminKeyRefused, administratorLacksScope } from '../errors/administration-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import { ownSecretKey, secretHash } from '../tokens/grant-secrets.ts';

/** Wrong keys of a network within a minute that are no typing error. */
const guessesWorthRecording = 3;

/** Credentials of an administrator's key. */
export interface AdminCredentials {
  readonly administrator: AdministratorCaller;
}

/**
 * Accepts an administrator's key as a Bearer token: the bootstrap key, the key of a named administrator or one of the
 * operator console. Wrong keys are limited per address, and the right one is always accepted.
 */
export function createAdminKeyScheme(
  {
    settings: { adminKey },
    administrators,
    consoleAccess,
    refusals,
    audit,
    guessLimits,
    metrics,
    now,
  }: SsoHandlerContext,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SecurityScheme<AdminCredentials> {
  // Digests have equal lengths, so the comparison does not reveal the length of the key.
  const expected = adminKey === undefined || adminKey === '' ? undefined : sha256(adminKey);

  const identify = async (key: string): Promise<AdministratorCaller | undefined> => {
    if (expected !== undefined && equalBytes(sha256(key), expected)) return bootstrapAdministrator;
    if (isConsoleKey(key)) return consoleAccess.byKey(ownSecretKey(key), now());
    return isAdministratorKey(key) ? administrators.byKey(secretHash(key), now()) : undefined;
  };

  const refuse = async ({ id, ip }: IncomingRequest): Promise<never> => {
    await refusals.record({ event: 'admin_refused', at: now(), requestId: id, ip });
    try {
      await guessLimits.consume('administratorKey', ip);
    } catch (error) {
      metrics.administratorKeyRefused('limited');
      log.warn({ ip, reqId: id }, 'too many wrong administrator keys from one network');
      throw error;
    }
    metrics.administratorKeyRefused('refused');
    throw adminKeyRefused();
  };

  /** Tells the audit when a key is right after wrong ones from the same network: somebody may have guessed it. */
  const recordGuesses = async ({ id, ip }: IncomingRequest, administrator: AdministratorCaller): Promise<void> => {
    const refused = await guessLimits.precedingGuesses('administratorKey', ip);
    if (refused < guessesWorthRecording) return;
    const details = { refused };
    await audit.record({
      event: 'admin_accepted_after_refusals',
      at: now(),
      requestId: id,
      ip,
      administrator,
      details,
    });
  };

  return {
    authenticate: async (request, scopes) => {
      const key = bearerKey(request.rawHeaders);
      if (key === undefined) return undefined;
      const administrator = await identify(key);
      if (!administrator) return refuse(request);
      await recordGuesses(request, administrator);
      const lacking = scopes.find((scope) => !administrator.scopes.includes(scope));
      if (lacking === undefined) return { administrator };
      const { id: requestId, ip } = request;
      const details = { reason: 'insufficient_scope', scope: lacking };
      await refusals.record({ event: 'admin_refused', at: now(), requestId, ip, administrator, details });
      throw administratorLacksScope(administrator.name, lacking);
    },
    confirmation: ({ administrator: { confirmedAt: at } }) =>
      at === undefined ? { by: 'administrator' } : { by: 'person', at },
  };
}

function bearerKey(rawHeaders: readonly string[]): string | undefined {
  try {
    const authorization = findAuthorization(headerPairs(rawHeaders));
    return authorization?.scheme === 'bearer' ? authorization.token : undefined;
  } catch (error) {
    throw error instanceof AuthorizationError ? adminKeyRefused() : error;
  }
}

import { ofRequest } from './audit-store.ts';
import {
  bootstrapAdministrator,
  type ConsoleGrant,
  consoleKeyExpiry,
  defaultConsoleName,
  generateConsoleKey,
} from './administrator.ts';
import {
  consoleNotGranted,
  notAConsoleSession,
  notTheConsole,
  ownerNotFound,
} from '../errors/administration-errors.ts';
import { readPage, type SsoHandler, type SsoRequestContext } from '../handler.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { readOwnerRecord } from './owners.ts';
import type { TokenCaller } from '../caller/caller.ts';
import type { SsoHandlerContext } from '../context.ts';

/** Exchanges an access token of the operator console for an administrator's key. The response alone contains the key. */
export const createConsoleSession: SsoHandler<'createConsoleSession'> = async ({
  atomically,
  nonces,
  randomBytes,
  respond,
  ...context
}) => {
  const at = context.now();
  const { sub, sessionId, confirmedAt = at } = context.token;
  const grant = await findConsoleGrant(context);
  if (!grant) throw consoleNotGranted(sub);
  const expiresAt = consoleKeyExpiry(confirmedAt, grant.expiresAt);

  const key = generateConsoleKey(randomBytes, sub);
  const { id, name, scopes } = grant;
  await atomically(async (stores) => {
    await stores.consoleAccess.createSession({
      keyHash: secretHash(key),
      sub,
      sessionId,
      createdAt: at,
      confirmedAt,
      expiresAt,
    });
    await stores.audit.record({
      event: 'console_opened',
      at,
      ...ofRequest(context.request),
      ownerSub: sub,
      administrator: { id, name },
      details: { scopes, expiresAt: expiresAt.toISOString() },
    });
  });
  return respond(
    201,
    { id, name, sub, scopes: [...scopes], expiresAt: expiresAt.toISOString(), key },
    nonces ? { 'dpop-nonce': nonces.current() } : {},
  );
};

/** Ends the console key that the request presents. */
export const deleteConsoleSession: SsoHandler<'deleteConsoleSession'> = async ({
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const { consoleKey } = administrator;
  if (consoleKey === undefined) throw notAConsoleSession(administrator.name);
  await atomically(async ({ consoleAccess, audit }) => {
    await consoleAccess.deleteSession(consoleKey);
    await audit.record({ event: 'console_closed', at: now(), ...ofRequest(request), administrator });
  });
  return respond(204);
};

/** Returns whether the user may open the operator console. */
export const getConsoleAccess: SsoHandler<'getConsoleAccess'> = async ({ nonces, respond, ...context }) => {
  const granted = (await findConsoleGrant(context)) !== undefined;
  return respond(200, { sub: context.token.sub, granted }, nonces ? { 'dpop-nonce': nonces.current() } : {});
};

/** Lists the owners who may use the operator console, the most recently granted first. */
export const listConsoleGrants: SsoHandler<'listConsoleGrants'> = async ({ query, consoleAccess, now, respond }) => {
  const position = ({ grantedAt, id }: ConsoleGrant) => ({ at: grantedAt, id });
  const { items, ...page } = await readPage(query, (page) => consoleAccess.list(page), position);
  const at = now();
  return respond(200, {
    grants: items.map(({ id, name, sub, scopes, grantedBy, grantedAt, expiresAt }) => ({
      id,
      name,
      sub,
      scopes: [...scopes],
      status: expiresAt > at ? 'active' : 'expired',
      grantedBy,
      grantedAt: grantedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    ...page,
  });
};

const defaultLifetime = 90 * 86_400;

/** Replaces what an owner may do in the operator console; no scopes end the access. */
export const setConsoleScopes: SsoHandler<'setConsoleScopes'> = async ({
  path: { sub },
  body: { scopes, name, expiresInSeconds = defaultLifetime },
  administrator,
  respond,
  ...context
}) => {
  if (name?.toLowerCase() === bootstrapAdministrator.name)
    throw invalidOauthRequest(`name is ${name}, which stands for the bootstrap key: use another one.`);
  const { atomically, now, newId, request } = context;
  const at = now();
  await atomically(async ({ consoleAccess, audit }) => {
    const grant = scopes.length > 0 ? await grantAccess() : undefined;
    if (!grant && !(await consoleAccess.remove(sub))) throw ownerNotFound(sub);
    await audit.record({
      event: 'console_scopes_set',
      at,
      ...ofRequest(request),
      ownerSub: sub,
      administrator,
      details: {
        scopes,
        ...(grant && { grantId: grant.id, name: grant.name, expiresAt: grant.expiresAt.toISOString() }),
      },
    });

    async function grantAccess() {
      const former = await consoleAccess.bySub(sub);
      const id = former?.id ?? newId();
      const granted = await consoleAccess.set({
        id,
        name: name ?? former?.name ?? defaultConsoleName(id),
        sub,
        scopes,
        grantedBy: administrator.name,
        grantedAt: at,
        expiresAt: new Date(at.getTime() + expiresInSeconds * 1000),
      });
      if (!granted) throw ownerNotFound(sub);
      return granted;
    }
  });
  return respond(200, await readOwnerRecord(sub, context));
};

/** Returns the settings of this process; secrets were masked when they were read. */
export const getSettings: SsoHandler<'getSettings'> = ({ settings: { maskedSettings = [] }, respond }) =>
  respond(200, { settings: maskedSettings.map((setting) => ({ ...setting })) });

type Context = Pick<SsoHandlerContext, 'settings' | 'consoleAccess' | 'refusals' | 'now'> &
  Pick<SsoRequestContext, 'request'> & { readonly token: TokenCaller };

/**
 * Finds the grant with which the owner of a token may open the operator console. The audit records when there is none.
 *
 * @returns undefined when the owner has no grant, or an expired one
 * @throws DomainError 403 when the token is not of the console application
 */
async function findConsoleGrant({
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
      ...ofRequest(request),
      ownerSub: sub,
      clientAddress: clientId,
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

/** Reads what the operator console shows of this service. */
export const getServiceHealth: SsoHandler<'getServiceHealth'> = async ({ health, respond }) =>
  respond(200, await health());

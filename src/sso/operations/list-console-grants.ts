import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Lists the owners who may use the operator console, the most recently granted first. */
export const listConsoleGrants: SsoHandler<'listConsoleGrants'> = async ({
  query: { limit = 20, cursor },
  consoleAccess,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  const found = await consoleAccess.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ grantedAt, id }) => ({ at: grantedAt, id }));
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
    hasMore: nextCursor !== null,
    nextCursor,
  });
};

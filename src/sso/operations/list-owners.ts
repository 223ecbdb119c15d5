import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Form of a session address. */
const sessionAddress = /^[0-9a-f]{32}$/;

/** Searches the owners, the most recently created first. */
export const listOwners: SsoHandler<'listOwners'> = async ({
  query: { search, status, limit = 20, cursor },
  ownerAdministration,
  respond,
}) => {
  const after = decodePageCursor(cursor, sessionAddress, unknownListCursor);
  const found = await ownerAdministration.list({ search, status, limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, sub }) => ({ at: createdAt, id: sub }));
  return respond(200, {
    owners: items.map(({ sub, createdAt, suspendedAt, authenticators }) => ({
      sub,
      createdAt: createdAt.toISOString(),
      status: suspendedAt === null ? 'active' : 'suspended',
      suspendedAt: suspendedAt?.toISOString() ?? null,
      authenticators,
    })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};

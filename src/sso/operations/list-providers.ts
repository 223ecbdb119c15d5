import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Form of a client_id. */
const address = /^(?:[0-9a-f]{32}|https?:[\x21-\x7e]{1,256})$/;

/** Lists all applications, the most recently created first. */
export const listProviders: SsoHandler<'listProviders'> = async ({
  query: { limit = 20, cursor },
  clients,
  respond,
}) => {
  const after = decodePageCursor(cursor, address, unknownListCursor);
  const found = await clients.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, (client) => ({ at: client.createdAt, id: client.address }));
  return respond(200, { providers: items.map(providerResponse), hasMore: nextCursor !== null, nextCursor });
};

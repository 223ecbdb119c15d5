import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { cursorUnknown } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerOf } from '../provider.ts';

/** The client_id of an application. */
const address = /^[0-9a-f]{32}$/;

/** All applications, the most recently created first. */
export const listProviders: SsoHandler<'listProviders'> = async ({
  query: { limit = 20, cursor },
  clients,
  respond,
}) => {
  const after = decodePageCursor(cursor, address, cursorUnknown);
  const found = await clients.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, (client) => ({ at: client.createdAt, id: client.address }));
  return respond(200, { providers: items.map(providerOf), hasMore: nextCursor !== null, nextCursor });
};

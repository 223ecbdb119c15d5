import type { SsoHandler } from '../handler.ts';
import { decodeCursor, pageOf } from '../page-cursor.ts';
import { providerOf } from '../provider.ts';

/** All applications, the most recently created first. */
export const listProviders: SsoHandler<'listProviders'> = async ({
  query: { limit = 20, cursor },
  clients,
  respond,
}) => {
  const after = decodeCursor(cursor, /^[0-9a-f]{32}$/);
  const found = await clients.list({ limit: limit + 1, after });
  const { items, ...page } = pageOf(found, limit, ({ createdAt, address }) => ({ createdAt, id: address }));
  return respond(200, { providers: items.map(providerOf), ...page });
};

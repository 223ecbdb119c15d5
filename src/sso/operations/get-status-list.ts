import { statusListMediaType } from '../../protocol/status-list-token.ts';
import { matchesEntityTag } from '../../runtime/public-document.ts';
import { statusListNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { statusListMaxAge } from '../revocation/signed-status-lists.ts';

/** Returns a status list token (draft-ietf-oauth-status-list-17 §8.2). */
export const getStatusList: SsoHandler<'getStatusList'> = async ({
  path: { listId },
  headers,
  statusLists,
  respond,
}) => {
  const list = await statusLists.get(listId);
  if (!list) throw statusListNotFound(listId);
  const { token, etag } = list;
  const sent = { etag, 'cache-control': `public, max-age=${statusListMaxAge}` };
  return matchesEntityTag(etag, headers['if-none-match'])
    ? respond(304, undefined, sent)
    : respond(200, token, { ...sent, 'content-type': statusListMediaType });
};

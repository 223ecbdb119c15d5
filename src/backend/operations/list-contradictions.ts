import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownTransactionCursor } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { contradictionResponse } from '../responses.ts';

/** Lists signed webhooks that contradict what is known, newest first. */
export const listContradictions: BackendHandler<'listContradictions'> = async ({ query, contradictions, respond }) => {
  const { state, limit = 50, cursor } = query;
  const after = decodePageCursor(cursor, uuidPattern, unknownTransactionCursor);
  const found = await contradictions.list({ state, limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
  return respond(
    200,
    { contradictions: items.map(contradictionResponse), nextCursor },
    { 'cache-control': 'no-store' },
  );
};

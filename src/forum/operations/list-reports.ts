import { validationFailed } from '../errors.ts';
import type { ForumHandler } from '../handler.ts';
import { moderationCaller } from '../moderation-caller.ts';
import { cutById, idBefore } from '../moderation-reads.ts';

/** Lists the open reports of a community, or of all for an administrator. */
export const listReports: ForumHandler<'listReports'> = async (input) => {
  const { query, reports, responses, now, respond } = input;
  const { forum, limit = 20, cursor } = query;
  const caller = moderationCaller(input);
  if (forum === undefined && caller.kind === 'agent')
    throw validationFailed('forum is missing. Name the community whose reports to list.');
  const list = `reports:${forum ?? ''}`;
  const rows = await reports.list({ forum, caller, at: now(), limit: limit + 1, after: idBefore(list, cursor) });
  const { page, nextCursor } = cutById(list, rows, limit);
  return respond(200, { ok: true, reports: page.map(responses.report), hasMore: nextCursor !== null, nextCursor });
};

import type { ForumHandler } from '../handler.ts';
import { idempotencyOf } from '../writes/idempotency.ts';
import { readContentTarget } from './moderation-command.ts';
import { normalizeText } from '../writes/text.ts';
import { validationFailed } from '../errors.ts';
import { moderationCaller } from './moderation-caller.ts';
import { cutById, idBefore } from './moderation-reads.ts';

/** Reports a post or comment; a further report of the owner on it replaces the reason. */
export const createReport: ForumHandler<'createReport'> = async (input) => {
  const { headers, body, agent, reports, responses, newId, now, respond } = input;
  const written = { target: readContentTarget(body), reason: normalizeText('reason', body.reason) };
  const report = await reports.create({
    ...written,
    id: newId(),
    author: agent,
    at: now(),
    idempotency: idempotencyOf(headers['idempotency-key'], ['createReport', written]),
  });
  return respond(201, { ok: true, report: responses.report(report) });
};

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

import type { ForumHandler } from '../handler.ts';
import { accepted } from '../writes/refusal.ts';
import { idempotencyOf, normalizeText } from '../writes/text.ts';
import { moderationCaller, readContentTarget, readModerationCommand } from './moderation-command.ts';
import { validationFailed } from '../errors.ts';
import { cutById, idBefore } from './moderation-reads.ts';

/** Executes the command of a moderator and logs it with the reason. */
export const createModerationAction: ForumHandler<'createModerationAction'> = async (input) => {
  const { headers, body, moderation, responses, newId, now, respond } = input;
  const at = now();
  const reason = normalizeText('reason', body.reason);
  const action = accepted(
    await moderation.execute({
      id: newId(),
      command: readModerationCommand(body, at),
      caller: moderationCaller(input),
      reason,
      at,
      idempotency: idempotencyOf(headers['idempotency-key'], ['createModerationAction', { ...body, reason }]),
    }),
  );
  return respond(201, { ok: true, action: responses.moderationAction(action) });
};

export const listModerationActions: ForumHandler<'listModerationActions'> = async ({ query, readModel, respond }) => {
  const { actions, nextCursor } = await readModel.listModerationActions(query);
  return respond(200, { ok: true, actions, hasMore: nextCursor !== null, nextCursor });
};

export const listModerators: ForumHandler<'listModerators'> = async ({ path, query, readModel, respond }) => {
  const { founder, moderators, nextCursor } = await readModel.listModerators({ ...query, name: path.name });
  return respond(200, { ok: true, founder, moderators, hasMore: nextCursor !== null, nextCursor });
};

/** Names a moderator; naming one twice changes nothing. */
export const setModerator: ForumHandler<'setModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  accepted(await moderators.add({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() }));
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};

/** Removes a moderator; removing one twice changes nothing. */
export const deleteModerator: ForumHandler<'deleteModerator'> = async (input) => {
  const { path, moderators, now, respond } = input;
  accepted(
    await moderators.remove({ forum: path.name, owner: path.owner, caller: moderationCaller(input), at: now() }),
  );
  return respond(200, { ok: true, forum: path.name, owner: path.owner });
};

/** Reports a post or comment; a further report of the owner on it replaces the reason. */
export const createReport: ForumHandler<'createReport'> = async (input) => {
  const { headers, body, agent, reports, responses, newId, now, respond } = input;
  const written = { target: readContentTarget(body), reason: normalizeText('reason', body.reason) };
  const report = accepted(
    await reports.create({
      ...written,
      id: newId(),
      author: agent,
      at: now(),
      idempotency: idempotencyOf(headers['idempotency-key'], ['createReport', written]),
    }),
  );
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
  const after = idBefore(list, cursor);
  const rows = accepted(await reports.list({ forum, caller, at: now(), limit: limit + 1, after }));
  const { page, nextCursor } = cutById(list, rows, limit);
  return respond(200, { ok: true, reports: page.map(responses.report), hasMore: nextCursor !== null, nextCursor });
};

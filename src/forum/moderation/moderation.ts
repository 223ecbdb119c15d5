import type { ForumHandler } from '../handler.ts';
import { idempotencyOf } from '../writes/idempotency.ts';
import { moderationCaller } from './moderation-caller.ts';
import { readModerationCommand } from './moderation-command.ts';
import { normalizeText } from '../writes/text.ts';

/** Executes the command of a moderator and logs it with the reason. */
export const createModerationAction: ForumHandler<'createModerationAction'> = async (input) => {
  const { headers, body, moderation, responses, newId, now, respond } = input;
  const at = now();
  const reason = normalizeText('reason', body.reason);
  const action = await moderation.execute({
    id: newId(),
    command: readModerationCommand(body, at),
    caller: moderationCaller(input),
    reason,
    at,
    idempotency: idempotencyOf(headers['idempotency-key'], ['createModerationAction', { ...body, reason }]),
  });
  return respond(201, { ok: true, action: responses.moderationAction(action) });
};

export const listModerationActions: ForumHandler<'listModerationActions'> = async ({ query, readModel, respond }) => {
  const { actions, nextCursor } = await readModel.listModerationActions(query);
  return respond(200, { ok: true, actions, hasMore: nextCursor !== null, nextCursor });
};
